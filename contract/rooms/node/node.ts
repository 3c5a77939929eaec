import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, enumOf, Flag, Maybe, Time } from '../../kit/schema.ts'
import { nodeRole, nodeState, outageKind } from './enums.ts'
import { nodeErrors as errors } from './errors.ts'

const Roles = Type.Array(enumOf(nodeRole))

const Node = Type.Object({
  /** Of this run of the process. */
  id: Type.String(),
  /** Host and port: the same after a restart. */
  name: Type.String(),
  host: Type.String(),
  roles: Roles,
  state: enumOf(nodeState),
  version: Type.String(),
  started_at: Time,
  /** Last heard, by the clock of the database. */
  seen_at: Time,
  /** Seconds since it was last heard. */
  silent: Type.Integer(),
  /** Whether it reaches the message bus. */
  bus: Flag,
  /** Devices whose connections it holds, or held when it was last heard. */
  devices: Type.Integer(),
})

const Outage = Type.Object({
  id: Type.Integer(),
  kind: enumOf(outageKind),
  name: Type.String(),
  roles: Roles,
  began_at: Time,
  /** Null: it lasts. */
  ended_at: Maybe(Time),
})

const Job = Type.Object({
  name: Type.String(),
  /** Seconds from one run to the next. */
  period: Type.Integer(),
  /** Seconds it has not run. */
  idle: Type.Integer(),
})

export const nodeCalls = defineCalls({
  list: {
    at: 'GET node',
    does: { zh: '系统节点与运行状态', en: 'Nodes of the installation and their states' },
    who: 'node.manage',
    scene: 'none',
    in: Empty,
    out: Type.Object({
      nodes: Type.Array(Node),
      /** The latest 30. */
      outages: Type.Array(Outage),
      /** Jobs that have not run for three of their periods. */
      jobs: Type.Array(Job),
      bus: Type.Object({ /** Inside one process, or NATS. */ nats: Flag, up: Flag }),
      database: Type.Object({ version: Type.String(), /** Milliseconds of a round trip. */ ms: Type.Number() }),
    }),
    shows: ['node'],
  },
  forget: {
    at: 'POST node/forget',
    does: { zh: '移除已停止或失联的节点', en: 'Remove a stopped or lost node' },
    who: 'node.manage',
    scene: 'none',
    in: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
    out: Empty,
    errors: [errors.stillRuns],
  },
})
