import { endOnSignals } from '@belvedere/e2e/kit/run-end.ts'
import { figuresOf } from './figures.ts'
import { type FigureLine, measure } from './measure.ts'
import { endRigs } from './rig.ts'

/** The figures of one file in a separate process: a crash affects no other file. argv: file, rounds, names. */
export type FigureProgress = { readonly begins: string } | { readonly line: FigureLine }

endOnSignals()
const [file = '', rounds = '', ...names] = process.argv.slice(2)
const tell = (told: FigureProgress) => new Promise((resolve) => process.send?.(told, resolve))

for (const figure of await figuresOf(file)) {
  if (!names.includes(figure.name)) continue
  await tell({ begins: figure.name })
  const line = await measure(figure, Number(rounds)).catch((error: unknown) => ({
    figure: figure.name,
    failed: String((error as Error)?.stack ?? error),
  }))
  await tell({ line })
}
await endRigs()
process.exit(0)
