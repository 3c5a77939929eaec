import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../source.ts'

export interface StatedCall {
  readonly area: string
  /** Method and address: `GET scene/option`. */
  readonly at: string
}

/** Addresses without a screen: the start, which redirects, and the page for unknown addresses. */
export const servedByShell = /^\/(404)?$/

export interface StatedRoute {
  /** `:name` is a parameter. */
  readonly path: string
  readonly kind: string
  readonly scene: string
  readonly note: string
}

/** A row of the error catalogue, with the test that proves it and words of that test. */
export interface StatedError {
  readonly situation: string
  readonly provedIn: string
  readonly by: string
}

/** The calls, routes and errors of the specification, in its order. */
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
