import { syncState } from '@belvedere/contract/rooms/intent/sync/enums.ts'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandSubject } from '../../devices/device-link.ts'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import { introduce, openIngest } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { type IntentCtx, deleteHolds, insertHolds, saveRevisions, settle } from './api.ts'
import { lookWhenItComes, watchDrift } from './watch-drift.job.ts'

/**
 * The sync state over random orders of events of a device, with the real store and jobs: a set sends, and ends; health
 * checks arrive, in time or late. `sync-rules.test.ts` tries every order of the rules alone.
 */
const RUNS = Number(process.env['BELVEDERE_SYNC_RUNS'] ?? 25)
const { none, synced, pending, drifted } = syncState.id

let server: TestServer
let token: string
let scene_id: number
let ingest: Ingest
let at: IntentCtx
let made = 0

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene_id = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  ingest = await openIngest(server.system)
  at = { db: server.system.db, access: server.system.access, system: server.system }
})
afterAll(() => server?.close())

type SimulatedConfig = Record<string, unknown>

class SyncOrderSimulation {
  readonly readable: boolean
  readonly serial: string
  id = 0
  runs: { uuid: number; config: SimulatedConfig } = { uuid: 77, config: { unit: { name: 'a' } } }
  wanted: SimulatedConfig = this.runs.config
  former: SimulatedConfig = this.runs.config
  /** The running set. */
  sent: { id: number; config: SimulatedConfig } | undefined
  /** It was changed by other means since the last set ended. */
  touched = false
  readonly late: { uuid: number; at: number }[] = []
  private leave: (() => void) | undefined

  constructor(readable: boolean) {
    this.readable = readable
    this.serial = `0c66bb${(made++).toString(16).padStart(6, '0')}`
  }

  private get identity() {
    const verbs = this.readable ? ['configure', 'running'] : ['configure']
    return { verbs: verbs as never, capabilities: { platform: 'ap' } }
  }

  async claim(): Promise<void> {
    const { device_id } = await introduce(server.system, this.serial, { identity: this.identity, config_uuid: 77 })
    this.id = device_id
    this.leave = server.system.bus.serve(commandSubject(device_id), () =>
      Promise.resolve(this.readable ? { result: 0, msg: '', data: this.runs } : { unsupported: true }),
    )
    await server.call(token, 'POST device/add', { sn: this.serial, scene_id })
    await this.pass()
    await this.send(this.runs.config)
    await this.commit()
  }

  stop(): void {
    this.leave?.()
  }

  /** Ten seconds pass. */
  async pass(): Promise<void> {
    const { db } = server.system
    await db.run(
      sql`update device_revision set created_at = created_at - 10, settled_at = settled_at - 10 where device_id = ${this.id}`,
    )
    await db.run(sql`update device_state set config_at = config_at - 10 where device_id = ${this.id}`)
    await db.run(
      sql`update device_config set base_at = base_at - 10, running_at = running_at - 10 where device_id = ${this.id}`,
    )
    for (const one of this.late) one.at -= 10
  }

  async send(config: SimulatedConfig): Promise<void> {
    if (this.sent) return
    await insertHolds(at, [this.id], 1000 + this.id)
    const how = { source: 'change' as const, change_id: null, by: 'Li', now: server.system.now() }
    const kept = (await saveRevisions(at, [{ device_id: this.id, document: config }], how)).get(this.id)
    this.sent = { id: kept?.id ?? 0, config }
    this.runs = { uuid: kept?.uuid ?? 0, config }
  }

  async commit(): Promise<void> {
    if (!this.sent) return
    const changed = this.runs.config !== this.sent.config
    await settle(at, [{ id: this.sent.id, end: 'running' }], server.system.now())
    await deleteHolds(at, 1000 + this.id)
    Object.assign(this, { former: this.wanted, wanted: this.sent.config, sent: undefined, touched: changed })
  }

  async report(uuid = this.runs.uuid, time = server.system.now()): Promise<void> {
    ingest.push({ device_id: this.id, scene_id, at: time, facts: { config_uuid: uuid } })
    await ingest.drain()
  }

  async reconnect(): Promise<void> {
    await introduce(server.system, this.serial, { identity: this.identity, config_uuid: this.runs.uuid })
    const link = { device_id: this.id, scene_id, serial: this.serial, at: server.system.now(), session: 's' }
    await lookWhenItComes.hear({ ...link, address: '192.0.2.1' }, server.system)
  }

  async sync(): Promise<number> {
    return (await server.call(token, 'GET intent/state', { device_id: this.id })).data.sync
  }
}

const events: Record<string, (world: SyncOrderSimulation) => Promise<unknown>> = {
  look: () => watchDrift.run(undefined, server.system),
  read: (world) => server.call(token, 'POST intent/read', { device_id: world.id }),
  send: (world) => world.send({ unit: { name: `set ${world.late.length} ${server.system.now()}` } }),
  undo: (world) => world.send(structuredClone(world.former)),
  commit: (world) => world.commit(),
  'health check': (world) => world.report(),
  reconnect: (world) => world.reconnect(),
  'health check leaves': async (world) => world.late.push({ uuid: world.runs.uuid, at: server.system.now() }),
  async 'health check arrives late'(world) {
    const late = world.late.shift()
    if (late) await world.report(late.uuid, late.at)
  },
  async 'by hand'(world) {
    Object.assign(world, { runs: { uuid: world.runs.uuid + 5, config: { unit: { name: 'by hand' } } }, touched: true })
  },
}

const after = (shown: number, world: SyncOrderSimulation): string | undefined => {
  if (shown === none) return 'not configured'
  if ((shown === pending) !== (world.sent !== undefined)) return `pending or not: ${shown}`
  return shown === drifted && !world.touched ? 'drifted' : undefined
}

describe.each([
  ['can be asked what it runs', true],
  ['reports its number alone', false],
])('of a device that %s', (_, readable) => {
  test('drift is detected exactly where it is, and ends', { timeout: 600_000 }, async () => {
    const names = fc.constantFrom(...Object.keys(events))
    await fc.assert(
      fc.asyncProperty(fc.array(names, { minLength: 6, maxLength: 14 }), async (order) => {
        const world = new SyncOrderSimulation(readable)
        await world.claim()
        for (const name of order) {
          await world.pass()
          await events[name]?.(world)
          expect(after(await world.sync(), world), name).toBeUndefined()
        }
        await world.pass()
        await world.commit()
        await world.pass()
        await world.report()
        await server.system.db.run(sql`update device_config set running_at = 0 where device_id = ${world.id}`)
        await watchDrift.run(undefined, server.system)
        world.stop()
        const isTrue = JSON.stringify(world.runs.config) === JSON.stringify(world.wanted)
        expect(await world.sync(), 'in the end').toBe(isTrue ? synced : drifted)
      }),
      { numRuns: RUNS },
    )
  })
})
