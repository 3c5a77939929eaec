import { barPoints } from './bar-points.ts'
import type { Finding } from '../finding.ts'
import { table } from '../print/print-table.ts'

export interface BarClaim {
  readonly path: string
  readonly points: readonly number[]
}

/** Files that may contain a claim: those run by `npm test` or `npm run bench`. */
export const mayClaim = (path: string) => /\.(test|e2e)\.tsx?$|^bench\/figures\/[^/]+\.ts$|^web\/budget\.ts$/.test(path)

/** The points that a file's lines `// proves: 7, 8` name. */
export function claimOf(path: string, text: string): BarClaim {
  const named = [...text.matchAll(/^\/\/ proves: ([\d, ]+)$/gm)].flatMap(([, list = '']) => list.split(','))
  return { path, points: named.map(Number) }
}

/** Points without proof, and claims to points that do not exist. */
export function barBreachesOf(claims: readonly BarClaim[]): Finding[] {
  const proved = new Set(claims.flatMap(({ points }) => points))
  const open = Object.entries(barPoints).filter(([number]) => !proved.has(Number(number)))
  const unknown = claims.flatMap(({ path, points }) =>
    points.filter((one) => !barPoints[one]).map((one) => ({ path, one })),
  )
  return [
    ...open.map(([number, says]) => ({
      path: 'scripts/check/contract/bar-points.ts',
      text: `${number} is not proved by any test: ${says}`,
    })),
    ...unknown.map(({ path, one }) => ({ path, text: `proves ${one}: there is no such point` })),
  ]
}

/** Each point with the files that prove it. */
export function printBar(claims: readonly BarClaim[]): string {
  const rows = Object.entries(barPoints).map(([number, says]) => [
    number,
    says,
    claims
      .filter(({ points }) => points.includes(Number(number)))
      .map(({ path }) => `\`${path}\``)
      .join(' '),
  ])
  return [
    '# Requirements of the console and the tests that prove them',
    '',
    table(['', 'requirement', 'proved by'], rows),
    '',
  ].join('\n')
}
