import type pg from 'pg'
import { type Herd, makeHerd } from './herd.ts'
import { residentOf } from './process-figures.ts'
import { type Product, startProduct } from './product.ts'

/** The product with a scene and so many devices claimed into it and connected. */
export interface Rig {
  readonly product: Product
  readonly herd: Herd
  readonly scene_id: number
  /** Device ids in the order of the herd's serials. */
  readonly ids: readonly number[]
}

const rigs = new Map<string, Promise<Rig>>()

/** One rig a size for all figures of a run; connecting thousands of devices is most of a figure's time. */
export function rigOf(devices: number, agents = false): Promise<Rig> {
  const key = `${devices} ${agents}`
  const made = rigs.get(key) ?? makeRig(devices, agents)
  rigs.set(key, made)
  return made
}

export async function makeRig(devices: number, agents = false): Promise<Rig> {
  const product = await startProduct()
  const { id: scene_id } = await product.call<{ id: number }>('POST scene', { name: `Bench ${devices}` })
  const herd = await makeHerd(product.caDir, devices, 1, agents)
  const ids = await register(product.db, scene_id, herd.serials)
  await herd.connect(product.devicePort)
  // after so many new rows at once the store counts them by itself within a minute, and plans badly until then
  await product.db.query('analyze device, device_state, device_config')
  process.on('exit', () => {
    herd.stop()
    try {
      process.kill(product.pid, 'SIGTERM')
    } catch {
      // it is gone already
    }
  })
  return { product, herd, scene_id, ids }
}

/** Claims the serials as `device/add` would, in one statement: ten thousand calls are not what is measured. */
export async function register(db: pg.Pool, scene_id: number, serials: readonly string[]): Promise<number[]> {
  const inserted = await db.query<{ id: number }>(
    `insert into device (serial, scene_id, type, name, claimed_at) select serial, $1, 1, 'bench ' || serial, 0 from unnest($2::text[]) as serial returning id`,
    [scene_id, serials],
  )
  return inserted.rows.map(({ id }) => id)
}

/** Waits until the product has committed so many reports more than `from`; returns milliseconds since the call. */
export async function storedSince(product: Product, from: number, more: number, patience = 120_000): Promise<number> {
  const began = performance.now()
  while ((await product.metric('ingest_stored_total')) < from + more) {
    if (performance.now() - began > patience)
      throw new Error(`only ${(await product.metric('ingest_stored_total')) - from} of ${more} reports were stored`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return performance.now() - began
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

let empty: number | undefined
/** Resident bytes of the product with no device, measured once. */
export async function emptyProduct(): Promise<number> {
  if (empty === undefined) {
    const product = await startProduct()
    await pause(5000)
    empty = residentOf(product.pid)
    await product.stop()
  }
  return empty
}
