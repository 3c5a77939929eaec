import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineFigure } from '../kit/define-figure.ts'
import { residentOf } from '../kit/process-figures.ts'
import { type Product, startProduct } from '../kit/product.ts'
import { pause } from '../kit/rig.ts'

let data = ''

async function restart(): Promise<Product> {
  if (!data) {
    data = mkdtempSync(join(tmpdir(), 'belvedere-rest-'))
    await (await startProduct(data)).kill('SIGTERM')
  }
  return startProduct(data)
}

export const startTime = defineFigure({
  name: 'start',
  what: 'start on an existing store to ready',
  must: { is: 'at most', value: 2.5, unit: 's' },
  async round() {
    const product = await restart()
    await product.db.end()
    await product.kill('SIGTERM')
    return { value: product.readyAfter / 1000 }
  },
})

export const restMemory = defineFigure({
  name: 'rest-memory',
  what: 'memory of the whole product at rest, PostgreSQL apart',
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
