import type pg from 'pg'
import { until } from '@belvedere/e2e/kit/wait.ts'
import { type Herd, makeHerd } from './herd.ts'
import { cpuOf, residentOf } from './process-figures.ts'
import { type BenchProduct, startProduct } from './product.ts'

/** The product with a scene and a number of claimed and connected devices. */
export interface ProductRig {
  readonly product: BenchProduct
  readonly herd: Herd
  readonly scene_id: number
  /** Device ids in the order of the herd's serials. */
  readonly ids: readonly number[]
}

/** Milliseconds after the last message until everything is stored, with a wide margin. */
const SETTLED = 1000
/** Milliseconds within which connected devices are online, with a wide margin. */
const ONLINE_MS = 120_000

const rigs = new Map<string, Promise<ProductRig>>()

/** One rig per size for all figures of a run; connecting thousands of devices takes most of a figure's time. */
export function rigOf(devices: number, agents = false): Promise<ProductRig> {
  const key = `${devices} ${agents}`
  const made = rigs.get(key) ?? makeRig(devices, agents)
  rigs.set(key, made)
  return made
}

/** Closes the rigs that the figures of a process share. */
export async function endRigs(): Promise<void> {
  for (const made of await Promise.allSettled(rigs.values())) {
    if (made.status === 'rejected') continue
    made.value.herd.stop()
    await made.value.product.stop()
  }
  rigs.clear()
}

export async function makeRig(devices: number, agents = false): Promise<ProductRig> {
  const product = await startProduct()
  const { id: scene_id } = await product.call<{ id: number }>('POST scene', { name: `Bench ${devices}` })
  const herd = await makeHerd(product.caDir, devices, 1, agents)
  const ids = await register(product.db, scene_id, herd.serials)
  await herd.connect(product.devicePort)
  // a socket is open before the gateway has stored its device, and a call does not find a device without a state
  await until('all devices are online', ONLINE_MS, () => areOnline(product.db, devices), 100)
  // PostgreSQL updates its statistics within a minute after so many new rows, and plans badly until then
  await product.db.query('analyze device, device_state, device_config')
  return { product, herd, scene_id, ids }
}

async function areOnline(db: pg.Pool, count: number): Promise<boolean> {
  const { rows } = await db.query<{ n: number }>('select count(*)::int as n from device_state where online')
  return (rows[0]?.n ?? 0) >= count
}

/** Claims the serials as `device/add` does, in one statement: ten thousand calls are not part of the measurement. */
export async function register(db: pg.Pool, scene_id: number, serials: readonly string[]): Promise<number[]> {
  const inserted = await db.query<{ id: number }>(
    `insert into device (serial, scene_id, type, name, claimed_at) select serial, $1, 1, 'bench ' || serial, 0 from unnest($2::text[]) as serial returning id`,
    [scene_id, serials],
  )
  return inserted.rows.map(({ id }) => id)
}

/** Waits until the product has committed this many reports more than `from`; returns milliseconds since the call. */
export async function storedSince(
  product: BenchProduct,
  from: number,
  more: number,
  timeout = 120_000,
): Promise<number> {
  const began = performance.now()
  while ((await product.metric('ingest_stored_total')) < from + more) {
    if (performance.now() - began > timeout)
      throw new Error(`only ${(await product.metric('ingest_stored_total')) - from} of ${more} reports were stored`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return performance.now() - began
}

/**
 * CPU seconds of the server for the messages of `send`. The counter of stored reports is read only before and after: one
 * reading costs as much as dozens of messages.
 */
export async function cpuFor(
  { product }: ProductRig,
  send: () => Promise<{ sent: number }>,
): Promise<{ cpu: number; sent: number }> {
  const from = await product.metric('ingest_stored_total')
  const before = cpuOf(product.pid)
  const { sent } = await send()
  await pause(SETTLED)
  const cpu = cpuOf(product.pid) - before
  const kept = (await product.metric('ingest_stored_total')) - from
  if (kept < sent) throw new Error(`only ${kept} of ${sent} reports were kept ${SETTLED} ms after the last`)
  return { cpu, sent }
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

let empty: number | undefined
/** Resident bytes of the product without devices, measured once. */
export async function emptyProduct(): Promise<number> {
  if (empty === undefined) {
    const product = await startProduct()
    await pause(5000)
    empty = residentOf(product.pid)
    await product.stop()
  }
  return empty
}
