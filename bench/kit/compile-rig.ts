import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import { Access } from '@belvedere/server/kernel/access.ts'
import { type Database, openDatabase } from '@belvedere/server/kernel/db.ts'
import type { System } from '@belvedere/server/kernel/implement.ts'
import {
  type IntentCtx,
  commitEdits,
  compileDevices,
  saveRevisions,
  settle,
} from '@belvedere/server/rooms/intent/api.ts'
import { type BenchProduct, startProduct } from './product.ts'

const DEVICES = 10_000
const TURNS = 5

export interface CompileRig {
  product: BenchProduct
  database: Database
  at: IntentCtx
  scene: number
  ids: number[]
  /** ms of a compilation with empty caches. */
  cold: number
}

export interface Furnishing {
  family: string
  /** `deviceType`. */
  type: number
  capabilities: Record<string, unknown>
  /** The intents of the devices at the start. */
  wishes(scene: number, ids: readonly number[]): Edit[]
  /** The configuration of each device before the first one is sent; absent: none. */
  base?(n: number): Record<string, unknown>
  /** The intent that changes from turn to turn. */
  change(scene: number, turn: number): Edit
  /** Port that connects each device to its gateway. */
  uplink?: string
}

/** Devices of one scene, each of which was sent its own configuration. */
export async function furnish(how: Furnishing): Promise<CompileRig> {
  const product = await startProduct()
  const { id: scene } = await product.call<{ id: number }>('POST scene', { name: 'The one' })
  const { rows } = await product.db.query<{ id: number }>(
    `with d as (
       insert into device (serial, scene_id, type, name, family, capabilities, identity_digest)
       select lpad(to_hex(n), 12, '0'), $1, $4::int, 'device-' || n, $5, $2::jsonb || jsonb_build_object('serial', lpad(to_hex(n), 12, '0')), md5(n::text)
       from generate_series(1, $3::int) n returning id), s as (insert into device_state (device_id, uplinks) select id, $6 from d)
     select id from d order by id`,
    [scene, JSON.stringify(how.capabilities), DEVICES, how.type, how.family, how.uplink ?? null],
  )
  const ids = rows.map(({ id }) => id)
  const database = openDatabase(product.db.options.connectionString as string)
  const system = { config: { data: product.data }, access: Access.system, db: database, database } as unknown as System
  const at = { db: database, access: Access.system, system }
  if (how.base) {
    const documents = ids.map((device_id, n) => ({ device_id, document: how.base?.(n) ?? {} }))
    await run(product, at, documents)
    await product.db.query('update device_config set desired_id = null')
  }
  await commitEdits(at, how.wishes(scene, ids), { by: '', now: 1 })
  const first = await compileDevices(at, ids)
  const sent = [...first.values()].flatMap((one) =>
    one.document ? [{ device_id: one.device_id, document: one.document }] : [],
  )
  await run(product, at, sent)
  await product.db.query('vacuum analyze')
  const began = performance.now()
  await compileDevices(at, ids, [how.change(scene, 1)])
  return { product, database, at, scene, ids, cold: performance.now() - began }
}

/** The devices run these documents, and had them when they were adopted. */
async function run(
  product: BenchProduct,
  at: IntentCtx,
  list: readonly { device_id: number; document: Record<string, unknown> }[],
): Promise<void> {
  const kept = await saveRevisions(at, list, { source: 'change', change_id: null, by: '', now: 1 })
  await settle(
    at,
    [...kept.values()].map(({ id }) => ({ id, end: 'running' as const })),
    1,
  )
  await product.db.query(`insert into device_config (device_id) select id from device on conflict do nothing`)
  await product.db.query(
    `update device_config c set base = r.digest, base_uuid = 1, base_at = 1, base_from = 'read' from device_revision r where r.id = c.desired_id`,
  )
}

/** Milliseconds of CPU of all threads: other load of the machine must not affect the result. */
function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

export async function compileRound({ at, scene, ids, cold }: CompileRig, change: Furnishing['change']) {
  const took: number[] = []
  const walls: number[] = []
  const floor: number[] = []
  let changed = 0
  let bytes = 0
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
    bytes = 0
    for (const document of documents) bytes += JSON.stringify(document).length
    floor.push(cpuSince(from))
    if (bytes === 0) throw new Error('no documents')
  }
  if (changed !== ids.length) throw new Error(`${changed} of ${ids.length} changed`)
  const [ours, bare] = [Math.min(...took), Math.min(...floor)]
  return {
    value: ours / bare,
    floor: bare,
    note: `${ours.toFixed(0)} ms against ${bare.toFixed(0)} for ${(bytes / ids.length / 1000).toFixed(1)} kB each; ${Math.min(...walls).toFixed(0)} ms by the clock, the first time ${cold.toFixed(0)}`,
  }
}

export async function clear(rig: CompileRig | undefined): Promise<void> {
  await rig?.database.close()
  await rig?.product.stop()
}
