import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@belvedere/e2e/kit/wait.ts'
import { defineFigure } from '../kit/define-figure.ts'
import { residentOf } from '../kit/process-figures.ts'
import { type BenchProduct, startProduct } from '../kit/product.ts'
import { pause } from '../kit/rig.ts'
import { startSideProcess } from '../kit/side-process.ts'
import { sized } from '../kit/sized.ts'

let data = ''
/** Milliseconds within which PostgreSQL is back, with a wide margin. */
const LIMIT_MS = 60_000

async function restart(): Promise<BenchProduct> {
  if (!data) {
    data = mkdtempSync(join(tmpdir(), 'belvedere-rest-'))
    await (await startProduct(data)).kill('SIGTERM')
  }
  return startProduct(data)
}

const bare = 'a process of Node that connects to the store and listens'

export const startTime = defineFigure({
  name: 'start',
  what: 'start on an existing store to ready',
  must: { is: 'at most', value: 2.5, unit: 's' },
  bare,
  quick: true,
  async round() {
    const product = await restart()
    const floor = await bareStart(product)
    await product.db.end()
    await product.kill('SIGTERM')
    return { value: product.readyAfter / 1000, floor }
  },
})

/** Seconds until a bare process answers. */
async function bareStart({ db }: BenchProduct): Promise<number> {
  const began = performance.now()
  const side = startSideProcess('floors/bare-start-child.ts', db.options.connectionString as string)
  const { port } = await side.message<{ port: number }>()
  await fetch(`http://127.0.0.1:${port}/`)
  const took = performance.now() - began
  await side.stop()
  return took / 1000
}

export const killed = defineFigure({
  name: 'killed',
  what: 'kill -9 of a busy server, from its start to ready, the slowest of five',
  must: { is: 'at most', value: 3, unit: 's' },
  bare,
  async round() {
    const took: number[] = []
    let product = await restart()
    for (let n = 0; n < sized(5); n++) {
      await product.call('POST scene', { name: `Before ${n}` })
      await product.db.end()
      await product.kill('SIGKILL')
      product = await restart()
      took.push(product.readyAfter / 1000)
    }
    const floor = await bareStart(product)
    await product.db.end()
    await product.kill('SIGTERM')
    return { value: Math.max(...took), floor, note: took.map((s) => s.toFixed(2)).join(' ') }
  },
})

export const storeKilled = defineFigure({
  name: 'store-killed',
  what: 'kill -9 of PostgreSQL, until a writing call is answered again, the slowest of five',
  must: { is: 'at most', value: 3, unit: 's' },
  bare,
  async round() {
    const product = await restart()
    const took: number[] = []
    for (let n = 0; n < 5; n++) {
      const pid = product.postgresPid
      process.kill(pid, 'SIGKILL')
      const began = performance.now()
      const writes = () => product.call('POST scene', { name: `After ${n} ${Math.random()}` }).then(() => true)
      const isBack = async () => product.postgresPid !== pid && (await writes())
      await until('a writing call is answered', LIMIT_MS, isBack, 20)
      took.push((performance.now() - began) / 1000)
    }
    await product.db.end()
    const floor = await bareStart(product)
    await product.kill('SIGTERM')
    return { value: Math.max(...took), floor, note: took.map((s) => s.toFixed(2)).join(' ') }
  },
})

export const restMemory = defineFigure({
  name: 'rest-memory',
  what: 'memory of the whole product at rest, without PostgreSQL',
  must: { is: 'at most', value: 180, unit: 'MB' },
  async round() {
    const product = await restart()
    await pause(10_000)
    const value = residentOf(product.pid) / (1 << 20)
    await product.db.end()
    await product.kill('SIGTERM')
    return { value }
  },
})
