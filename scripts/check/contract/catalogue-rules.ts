import type { Finding } from '../finding.ts'
import type { StatedError } from '../print/inventory.ts'

/** Every row of the specification's error catalogue quotes words of the test that proves it; the test contains them. */
export function catalogueBreachesOf(
  rows: readonly StatedError[],
  textOf: (path: string) => string | undefined,
): Finding[] {
  return rows.flatMap(({ situation, provedIn, by }) => {
    if (by && /\.(test|e2e)\.ts$/.test(provedIn) && textOf(provedIn)?.includes(by)) return []
    return [{ path: provedIn, text: `does not contain the proof of “${situation}”: ${by}` }]
  })
}
