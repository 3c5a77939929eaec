import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../source.ts'

export interface StatedCall {
  readonly area: string
  /** `GET scene/option`. */
  readonly at: string
}

/** Addresses that are no screen: the start, which leads on, and the page for unknown ones. */
export const servedByShell = /^\/(404)?$/

export interface StatedRoute {
  /** `:name` is a parameter. */
  readonly path: string
  readonly kind: string
  readonly scene: string
  readonly note: string
}

/** A row of the error catalogue, and where which words of a test prove it. */
export interface StatedError {
  readonly situation: string
  readonly provedIn: string
  readonly by: string
}

/** What the specification names, in its order. */
export interface Inventory {
  readonly calls: readonly StatedCall[]
  readonly routes: readonly StatedRoute[]
  readonly errors: readonly StatedError[]
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
    routes: rowsOf('routes.tsv').map(([path = '', kind = '', scene = '', note = '']) => ({ path, kind, scene, note })),
    errors: rowsOf('error-catalogue.tsv').map(([situation = '', , provedIn = '', by = '']) => ({
      situation,
      provedIn,
      by,
    })),
  }
}
