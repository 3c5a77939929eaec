import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import { Access } from '@belvedere/server/kernel/access.ts'
import { type Database, openDatabase } from '@belvedere/server/kernel/db.ts'
import type { System } from '@belvedere/server/kernel/implement.ts'
import { type At, commitEdits, compileDevices, keepRevisions, settle } from '@belvedere/server/rooms/intent/api.ts'
import { sampleDevice } from '@belvedere/fleet/sample-device.ts'
import { defineFigure } from '../kit/define-figure.ts'
import { type Product, startProduct } from '../kit/product.ts'

const DEVICES = 10_000
const TURNS = 5

interface Furnished {
  product: Product
  database: Database
  at: At
  scene: number
  ids: number[]
  /** ms, with nothing at hand yet. */
  cold: number
}

let made: Furnished | undefined

/** Access points of one scene; each has a name of its own and was sent a configuration of its own. */
async function furnish(): Promise<Furnished> {
  const product = await startProduct()
  const { id: scene } = await product.call<{ id: number }>('POST scene', { name: 'The one' })
  const { capabilities } = sampleDevice('ap')
  const { rows } = await product.db.query<{ id: number }>(
    `with d as (
       insert into device (serial, scene_id, type, name, family, capabilities, told)
       select lpad(to_hex(n), 12, '0'), $1, 1, 'ap-' || n, 'ucentral-ap', $2::jsonb || jsonb_build_object('serial', lpad(to_hex(n), 12, '0')), md5(n::text)
       from generate_series(1, $3::int) n returning id), s as (insert into device_state (device_id) select id from d)
     select id from d order by id`,
    [scene, JSON.stringify(capabilities), DEVICES],
  )
  const ids = rows.map(({ id }) => id)
  const database = openDatabase(product.db.options.connectionString as string)
  const system = { config: { data: product.data }, access: Access.system, db: database, database } as unknown as System
  const at = { db: database, access: Access.system, system }
  const network = (key: string): Edit => ({
    level: 0,
    target_id: scene,
    kind: 'wireless',
    key,
    set: { security: 'WPA2PSKWPA3PSK', password: 'long-enough', max_clients: 60 },
  })
  const names = ids.map((id): Edit => ({ level: 2, target_id: id, kind: 'system', key: '', set: { name: `ap-${id}` } }))
  await commitEdits(at, [network('Staff'), network('Guests'), network('Tills'), ...names], { by: '', now: 1 })
  const first = await compileDevices(at, ids)
  const sent = [...first.values()].flatMap((one) =>
    one.document ? [{ device_id: one.device_id, document: one.document }] : [],
  )
  const kept = await keepRevisions(at, sent, { source: 'change', change_id: null, by: '', now: 1 })
  await settle(
    at,
    [...kept.values()].map(({ id }) => ({ id, end: 'running' as const })),
    1,
  )
  await product.db.query(`insert into device_config (device_id) select id from device on conflict do nothing`)
  await product.db.query(
    `update device_config c set base = r.digest, base_uuid = 1, base_at = 1 from device_revision r where r.id = c.desired_id`,
  )
  await product.db.query('vacuum analyze')
  const began = performance.now()
  await compileDevices(at, ids, [change(scene, 1)])
  return { product, database, at, scene, ids, cold: performance.now() - began }
}

/** Milliseconds of CPU, all threads: what else the machine does must not decide. */
function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const change = (scene: number, n: number): Edit => ({
  level: 0,
  target_id: scene,
  kind: 'wireless',
  key: 'Guests',
  set: { security: 'WPA2PSKWPA3PSK', password: `another-${n}`, max_clients: 20 + n, hidden: 1 },
})

export const compile = defineFigure({
  name: 'compile',
  what: 'CPU of the process while 10,000 devices are compiled after a scene-wide intent changes, read from the store and compared with what they run, against JSON.stringify of the same documents',
  must: { is: 'at most', value: 5, unit: '×' },
  async round() {
    made ??= await furnish()
    const { at, scene, ids, cold } = made
    const took: number[] = []
    const walls: number[] = []
    const floor: number[] = []
    let changed = 0
    for (let turn = 0; turn < TURNS; turn++) {
      const began = performance.now()
      const busy = process.cpuUsage()
      const compiled = await compileDevices(at, ids, [change(scene, turn)])
      changed = 0
      for (const one of compiled.values()) if (one.changed) changed++
      walls.push(performance.now() - began)
      took.push(cpuSince(busy))
      const documents = [...compiled.values()].map(({ document }) => document)
      const from = process.cpuUsage()
      let length = 0
      for (const document of documents) length += JSON.stringify(document).length
      floor.push(cpuSince(from))
      if (length === 0) throw new Error('no documents')
    }
    if (changed !== ids.length) throw new Error(`${changed} of ${ids.length} changed`)
    const [ours, bare] = [Math.min(...took), Math.min(...floor)]
    return {
      value: ours / bare,
      floor: bare,
      note: `${ours.toFixed(0)} ms against ${bare.toFixed(0)}; ${Math.min(...walls).toFixed(0)} ms by the clock, the first time ${cold.toFixed(0)}`,
    }
  },
  async after() {
    await made?.database.close()
    await made?.product.stop()
    made = undefined
  },
})
