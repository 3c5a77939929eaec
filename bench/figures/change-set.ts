import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import { sampleDevice } from '@belvedere/fleet/device/sample-device.ts'
import { Access } from '@belvedere/server/kernel/access.ts'
import type { Bus } from '@belvedere/server/base/bus/bus.ts'
import { type Database, openDatabase } from '@belvedere/server/kernel/db.ts'
import type { Ctx, System } from '@belvedere/server/kernel/implement.ts'
import { drive } from '@belvedere/server/rooms/change/engine/drive.ts'
import { startChange } from '@belvedere/server/rooms/change/draft/start-set.ts'
import { usualOptions } from '@belvedere/server/rooms/change/rules.ts'
import { holdDraft, holdSet, putEdits } from '@belvedere/server/rooms/change/store.ts'
import { sendCommand } from '@belvedere/server/devices/send-command.ts'
import {
  type IntentCtx,
  compileDevices,
  saveRevisions,
  revisionsToSend,
  settle,
} from '@belvedere/server/rooms/intent/api.ts'
import { defineFigure } from '../kit/define-figure.ts'
import { type BenchProduct, startProduct } from '../kit/product.ts'

const DEVICES = 1000
const NAME = 'bench'

interface Furnished {
  product: BenchProduct
  database: Database
  system: System
  at: IntentCtx
  ctx: Ctx
  scene: number
  ids: number[]
  turn: number
}

let made: Furnished | undefined

/** Devices that answer at once, in this process: only the product's own work remains. */
function obedient(): Bus {
  const runs = new Map<string, Record<string, unknown>>()
  const nothing = () => () => {}
  return {
    publish() {},
    subscribe: nothing,
    serve: nothing,
    async ready() {},
    async close() {},
    async request(subject, payload) {
      const { verb, args } = payload as DeviceCommand
      if (verb === 'configure') runs.set(subject, args)
      const { uuid = 1, config = { unit: {} } } = runs.get(subject) ?? {}
      const data = verb === 'running' ? { uuid, config } : { rejected: [] }
      return { result: 0, msg: '', data } as never
    },
  }
}

async function furnish(): Promise<Furnished> {
  const product = await startProduct()
  const { id: scene } = await product.call<{ id: number }>('POST scene', { name: 'The one' })
  const { capabilities } = sampleDevice('ap')
  const { rows } = await product.db.query<{ id: number }>(
    `with d as (
       insert into device (serial, scene_id, type, name, model, family, capabilities, identity_digest, verbs)
       select lpad(to_hex(n), 12, '0'), $1, 1, 'ap-' || n, 'M' || n % 2, 'ucentral-ap', $2::jsonb, md5(n::text), '{configure,arm,confirm,running}'
       from generate_series(1, $3::int) n returning id), s as (insert into device_state (device_id, online) select id, true from d)
     select id from d order by id`,
    [scene, JSON.stringify(capabilities), DEVICES],
  )
  const ids = rows.map(({ id }) => id)
  const database = openDatabase(product.db.options.connectionString as string)
  const now = () => Math.floor(Date.now() / 1000)
  const quiet = { emit() {}, tell() {}, now, log: console }
  const core = { config: { data: product.data }, access: Access.system, db: database, database, bus: obedient() }
  const system = { ...core, ...quiet } as unknown as System
  const at = { db: database, access: Access.system, system }
  await adopt(at, ids)
  await product.db.query('vacuum analyze')
  const { rows: teams } = await product.db.query<{ team_id: number }>('select team_id from scene where id = $1', [
    scene,
  ])
  const who = { uid: product.uid, team_id: teams[0]?.team_id ?? 0, is_admin: true, permissions: ['change.write'] }
  const access = new Access({ ...who, modes: new Map([[scene, 0]]) })
  const ctx = {
    db: database,
    access,
    system,
    now,
    lang: 'en',
    uid: product.uid,
    audit() {},
    emit() {},
  } as unknown as Ctx
  return { product, database, system, at, ctx, scene, ids, turn: 0 }
}

/** The devices run the document that their driver compiles without any intent. */
async function adopt(at: IntentCtx, ids: readonly number[]): Promise<void> {
  const first = await compileDevices(at, ids)
  const sent = [...first.values()].flatMap((one) =>
    one.document ? [{ device_id: one.device_id, document: one.document }] : [],
  )
  const kept = await saveRevisions(at, sent, { source: 'change', change_id: null, by: NAME, now: 1 })
  await settle(
    at,
    [...kept.values()].map(({ id }) => ({ id, end: 'running' as const })),
    1,
  )
}

const edit = (scene: number, n: number): Edit => ({
  level: 0,
  target_id: scene,
  kind: 'wireless',
  key: 'Guests',
  set: { security: 'WPA2PSK', password: `another-${n}`, max_clients: 20 + (n % 50) },
})

/** The same documents, stored and sent, without the steps between and without roll-back. */
async function sendBare({ at, system, scene, ids, turn }: Furnished): Promise<number> {
  const began = performance.now()
  const compiled = await compileDevices(at, ids, [edit(scene, turn)])
  const list = [...compiled.values()].flatMap(({ device_id, document, changed, ...told }) =>
    document && changed ? [{ device_id, document, explanation: told.explanation, refusals: told.refusals }] : [],
  )
  const how = { source: 'change' as const, change_id: null, by: NAME, now: system.now() }
  const kept = await saveRevisions(at, list, how)
  const ready = await revisionsToSend(
    at,
    [...kept.values()].map(({ id }) => id),
  )
  await Promise.all(
    [...ready.values()].map(({ device_id, args }) => sendCommand(system, device_id, { verb: 'configure', args }, 1000)),
  )
  await settle(
    at,
    [...kept.values()].map(({ id }) => ({ id, end: 'running' as const })),
    system.now(),
  )
  if (list.length !== ids.length) throw new Error(`${list.length} of ${ids.length} changed`)
  return performance.now() - began
}

async function sendSet({ database, system, ctx, scene, turn }: Furnished): Promise<number> {
  const id = await database.transaction(async (db) => {
    const within = { ...ctx, db }
    const draft = await holdDraft(within, { operator: NAME, name: NAME, now: system.now() })
    await putEdits(within, draft?.id ?? 0, [edit(scene, turn)])
    return draft?.id ?? 0
  })
  // the product's own engine finds the set leased
  const hold = `update change_set set lease_by = $1, lease_until = 4000000000 where id = $2`
  await database.pool.query(hold, [NAME, id])
  const began = performance.now()
  const devices = await database.transaction(async (db) => {
    const within = { ...ctx, db }
    const set = await holdSet(within, id)
    if (!set) throw new Error('no draft')
    return startChange(within, set, { ...usualOptions, soak: 1 })
  })
  const times = { settle: 0, look: 0.01, answer: 1, configure: 1, probe: 0, back: 1, lease: 3600, beat: 3600 }
  // the time the canary is observed: from the row that records it to the last check of the clock, if there was a second check
  const watched = { from: 0, to: 0 }
  const between = (what: string) => {
    if (what === 'set soak') watched.from = watched.to = performance.now()
    if (what === 'held') watched.to = performance.now()
  }
  await drive({ system, by: NAME, times, between }, id)
  const took = performance.now() - began - (watched.to - watched.from)
  const { rows } = await database.pool.query('select state from change_set where id = $1', [id])
  if (watched.from === 0 || rows[0]?.state !== 'done' || devices !== DEVICES)
    throw new Error(`${rows[0]?.state} with ${devices} devices`)
  return took
}

export const changeSet = defineFigure({
  name: 'change-set',
  what: 'a change set over 1,000 devices from canary to done, without the network and the observation of the canary, against sending the same documents without a set',
  must: { is: 'at most', value: 2, unit: '×' },
  async round() {
    made ??= await furnish()
    const ours: number[] = []
    const bare: number[] = []
    // the first runs fill the caches for the others
    for (let n = 0; n < 4; n++) {
      made.turn++
      bare.push(await sendBare(made))
      made.turn++
      ours.push(await sendSet(made))
    }
    const [set, floor] = [Math.min(...ours.slice(1)), Math.min(...bare.slice(1))]
    return { value: set / floor, floor, note: `${set.toFixed(0)} ms against ${floor.toFixed(0)}` }
  },
  async after() {
    await made?.database.close()
    await made?.product.stop()
    made = undefined
  },
})
