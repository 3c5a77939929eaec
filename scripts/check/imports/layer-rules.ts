import type { Finding } from '../finding.ts'
import { isTest } from '../source.ts'

export interface Layer {
  readonly folder: string
  /** Maximum of lines of production code. */
  readonly lines: number
  /** The layer consists of separate folders, each with a README. */
  readonly apart?: true
}

/** The layers of the server below gateways and rooms, the lowest first (ADR 71). */
export const layers: readonly Layer[] = [
  { folder: 'server/base', lines: 4500, apart: true },
  { folder: 'server/kernel', lines: 3000 },
  { folder: 'server/engines', lines: 2600, apart: true },
  { folder: 'server/devices', lines: 2600 },
]

interface Text {
  readonly path: string
  readonly text: string
}

const isIn = (path: string, folder: string) => path.startsWith(`${folder}/`)

const linesOf = (sources: readonly Text[], folder: string) =>
  sources
    .filter(({ path }) => isIn(path, folder) && path.endsWith('.ts') && !isTest(path))
    .reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)

/** A layer is not larger than its limit, and each folder of a layer of separate folders has a README. */
export function layerBreachesOf(sources: readonly Text[], files: readonly string[]): Finding[] {
  return layers.flatMap(({ folder, lines, apart }) => {
    const found = linesOf(sources, folder)
    const large = found > lines ? [{ path: folder, text: `has ${found} lines, ${lines} at most` }] : []
    return apart ? [...large, ...withoutReadme(folder, files)] : large
  })
}

function withoutReadme(folder: string, files: readonly string[]): Finding[] {
  const depth = folder.split('/').length
  const things = new Set(
    files
      .filter((path) => isIn(path, folder))
      .map((path) =>
        path
          .split('/')
          .slice(0, depth + 1)
          .join('/'),
      ),
  )
  return [...things].flatMap((thing) => {
    if (files.includes(thing)) return [{ path: thing, text: `is a file; ${folder} contains only folders` }]
    return files.includes(`${thing}/README.md`) ? [] : [{ path: thing, text: 'has no README.md' }]
  })
}

/** The size of the layers, for the summary line of the check. */
export const layerNote = (sources: readonly Text[]): string =>
  layers.map(({ folder, lines }) => `${folder.split('/')[1]} ${linesOf(sources, folder)} of ${lines}`).join(', ')
