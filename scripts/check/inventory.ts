import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './source.ts'

export interface StatedCall {
  readonly area: string
  /** `GET scene/option`. */
  readonly at: string
}

/** What the specification names, in its order. */
export interface Inventory {
  readonly calls: readonly StatedCall[]
  /** Addresses of screens; `:name` is a parameter. */
  readonly routes: readonly string[]
}

const rowsOf = (file: string) =>
  readFileSync(join(root, 'contract/spec', file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

export function readInventory(): Inventory {
  return {
    calls: rowsOf('calls.tsv').map(([area = '', method, path]) => ({ area, at: `${method} ${path}` })),
    routes: rowsOf('routes.tsv').map(([path = '']) => path),
  }
}
