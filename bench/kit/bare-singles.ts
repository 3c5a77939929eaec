import { startBareServer } from './floor.ts'
import { makeHerd } from './herd.ts'
import type { BenchProduct } from './product.ts'

/** Not counted: both sides are compiled during these. */
const FIRST = 20

/** Milliseconds of each of `count` commands that a bare server sends to one device, until its answer is a committed row. */
export async function bareSingles({ caDir, db }: BenchProduct, count: number): Promise<number[]> {
  const server = await startBareServer(caDir, 'idle', db.options.connectionString as string)
  const herd = await makeHerd(caDir, 1, 3_100_001)
  await herd.connect(server.port)
  const { took } = await server.ask<{ took: number[] }>('single', { count: count + FIRST })
  herd.stop()
  await server.stop()
  return took.slice(FIRST)
}
