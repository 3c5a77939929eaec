import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { enumOf, Flag, Id, IdOrZero, Lines, Maybe, Time } from '../../kit/schema.ts'
import { baseOrigin, intentLevel, valueOrigin } from './enums.ts'
import { intentKind } from '../../kit/intent/kinds.ts'
import { syncState } from './sync/enums.ts'
import { intentErrors as errors } from './errors.ts'

const Target = { level: enumOf(intentLevel), target_id: Id }
const Value = Type.Unknown()
/** One place a value comes from; the last of a chain counts. */
const Link = Type.Object({ origin: enumOf(valueOrigin), value: Value, by: Type.String(), at: Time })

const PortChoices = Type.Object({
  /** Mbit/s. */
  speeds: Type.Array(Type.Integer()),
  negotiates: Flag,
  duplexes: Type.Array(Type.Union([Type.Literal('full'), Type.Literal('half')])),
})

export const intentCalls = defineCalls({
  list: {
    at: 'GET intent',
    does: { zh: '意图列表', en: 'Intents of a scene, a device group or a device' },
    who: 'config.read',
    scene: 'read',
    in: Type.Object(Target),
    out: Type.Object({
      list: Type.Array(
        Type.Object({
          id: Id,
          kind: enumOf(intentKind),
          key: Type.String(),
          /** `true` in the place of a secret. */
          fields: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
          /** 1: an inherited entry is taken away here. */
          removed: Flag,
          rev: Type.Integer(),
          changed_by: Type.String(),
          changed_at: Time,
        }),
      ),
    }),
    shows: ['intent'],
  },
  find: {
    at: 'GET intent/find',
    does: { zh: '查找配置', en: 'Find configuration entries of scenes, device groups and devices' },
    who: 'config.read',
    scene: 'read',
    in: Type.Object({ search: Lines(128, 2) }),
    out: Type.Object({
      /** At most 8, those changed last first; secrets are not looked through. */
      list: Type.Array(
        Type.Object({
          id: Id,
          ...Target,
          /** Of the scene, the group or the device. */
          target: Type.String(),
          sn: Type.String(),
          /** 0: a group. */
          scene_id: IdOrZero,
          kind: enumOf(intentKind),
          key: Type.String(),
          /** The first line that fits: `field: value`. */
          line: Type.String(),
          changed_at: Time,
        }),
      ),
    }),
  },
  effective: {
    at: 'GET intent/effective',
    does: {
      zh: '生效配置及来源',
      en: 'Show the effective values of a scene, a device group or a device, and the source of each value',
    },
    who: 'config.read',
    scene: 'read',
    in: Type.Object(Target),
    out: Type.Object({
      target: Type.Object({
        ...Target,
        name: Type.String(),
        scene_id: Maybe(Id),
        scene_name: Maybe(Type.String()),
        group_id: Maybe(Id),
        group_name: Maybe(Type.String()),
      }),
      entries: Type.Array(
        Type.Object({
          kind: enumOf(intentKind),
          key: Type.String(),
          /** Of the target's own row, 0: it has none. */
          rev: Type.Integer(),
          /** Taken away at this level or one above. */
          removed: Maybe(Link),
          /** By field, from the first to the one that counts; secrets are `true`. */
          fields: Type.Unsafe<Record<string, ValueLink[]>>({ type: 'object' }),
        }),
      ),
      /** What can be set at all: of a device by its family, else by any. */
      kinds: Type.Array(enumOf(intentKind)),
      /** What ports can be set to: of a device by its family, else by any. */
      ports: PortChoices,
    }),
    errors: [errors.badTarget],
    shows: ['intent', 'device'],
  },
  state: {
    at: 'GET intent/state',
    does: { zh: '配置同步状态', en: 'Configuration sync state' },
    who: 'device.read',
    scene: 'read',
    in: Type.Object({ device_id: Id }),
    out: Type.Object({
      sync: enumOf(syncState),
      /** Why, in the words of what went wrong; empty otherwise. */
      said: Type.String(),
      sync_at: Time,
      /** Number of the configuration it was sent last and took, of the one it reports, and when its own was read; 0: none, never. */
      desired_uuid: Type.Integer(),
      reported_uuid: Type.Integer(),
      base_at: Time,
      /** Where that comes from; null: it has none. */
      base_from: Maybe(enumOf(baseOrigin)),
      /** 1: nothing is sent to it until its configuration is read, imported or agreed to be replaced. */
      blocked: Flag,
      scene_id: Id,
      /** It can be configured at all, and can tell what it runs. */
      configurable: Flag,
      readable: Flag,
    }),
    errors: [errors.badTarget],
    shows: ['intent', 'device'],
  },
  read: {
    at: 'POST intent/read',
    does: { zh: '读取设备当前配置', en: 'Read the running configuration of a device' },
    who: 'device.write',
    scene: 'write',
    tx: false,
    in: Type.Object({ device_id: Id }),
    out: Type.Object({ sync: enumOf(syncState), differences: Type.Integer() }),
    errors: [errors.badTarget, errors.notReadable],
    per_minute: 60,
  },
})

export interface ValueLink {
  origin: (typeof valueOrigin.ids)[number]
  value: unknown
  by: string
  at: number
}
