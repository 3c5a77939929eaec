import { endOnSignals } from '@belvedere/e2e/kit/run-end.ts'
import { figureFiles, figuresOf } from './kit/figures.ts'
import type { FigureLine } from './kit/measure.ts'
import { runFigures } from './kit/run-figures.ts'

const ROUNDS = 3
/** Limit of a figure in the short form. */
const SHORT_MINUTES = 1.5

endOnSignals()
const args = process.argv.slice(2)
const wanted = args.filter((arg) => !arg.startsWith('--'))
const short = args.includes('--short')
if (short) process.env['BENCH_SHORT'] = '1'
const rounds = Number(
  /^--rounds=(\d+)$/.exec(args.find((arg) => arg.startsWith('--rounds=')) ?? '')?.[1] ?? (short ? 1 : ROUNDS),
)
const files = await Promise.all(figureFiles().map(async (file) => ({ file, figures: await figuresOf(file) })))
const all = files.flatMap(({ figures }) => figures)
const unknown = wanted.filter((name) => !all.some((figure) => figure.name === name))
if (args.includes('--help') || unknown.length) {
  process.stdout.write(
    `npm run bench [NAME …] [-- --json] [-- --rounds=N] [-- --short]\n\n${all.map(({ name, what }) => `  ${name.padEnd(20)}${what}`).join('\n')}\n`,
  )
  process.exit(unknown.length ? 2 : 0)
}

let failed = 0
const say = (line: FigureLine) => {
  if (line.failed) failed++
  process.stdout.write(args.includes('--json') ? `${JSON.stringify(line)}\n` : `${people(line)}\n`)
}
for (const { file, figures } of files) {
  const some = figures.filter(({ name, quick }) => (wanted.length ? wanted.includes(name) : !short || quick))
  await runFigures(file, some, rounds, say, short ? SHORT_MINUTES : undefined)
}
process.exit(failed ? 1 : 0)

function people(line: FigureLine): string {
  return Object.entries(line)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ')
}
