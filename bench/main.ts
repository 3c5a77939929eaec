import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Figure, isFigure, type Round } from './kit/define-figure.ts'
import { loadNow, median } from './kit/process-figures.ts'

const ROUNDS = 3
/** A floor that moves more than this between rounds says that the machine did not stand still. */
const MOVED = 0.2

async function figures(): Promise<Figure[]> {
  const dir = join(import.meta.dirname, 'figures')
  const modules = await Promise.all(
    (await readdir(dir))
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .map((name) => import(pathToFileURL(join(dir, name)).href) as Promise<object>),
  )
  return modules.flatMap((module) => Object.values(module).filter(isFigure))
}

/** Medians of three rounds; void when the floor moved. */
async function measure(figure: Figure, rounds: number): Promise<object> {
  const load = loadNow()
  await figure.before?.()
  const done: Round[] = []
  try {
    for (let n = 0; n < rounds; n++) done.push(await figure.round())
  } finally {
    await figure.after?.()
  }
  const ratio = median(done.map(({ value }) => value))
  const floors = done.flatMap(({ floor }) => (floor === undefined ? [] : [floor]))
  const moved = floors.length > 1 ? Math.max(...floors) / Math.min(...floors) - 1 : 0
  const { is, value, unit } = figure.must
  return {
    figure: figure.name,
    ratio: Number(ratio.toPrecision(4)),
    must: `${is} ${value}${unit ? ` ${unit}` : ''}`,
    holds: is === 'at least' ? ratio >= value : ratio <= value,
    rounds: done.map((one) => Number(one.value.toPrecision(4))),
    ...(moved > MOVED ? { void: `the floor moved by ${Math.round(moved * 100)} %` } : {}),
    ...(load > 0.7 ? { loaded: `load ${load} before it began` } : {}),
    what: figure.what,
    note: done.at(-1)?.note,
  }
}

const args = process.argv.slice(2)
const wanted = args.filter((arg) => !arg.startsWith('--'))
const rounds = Number(/^--rounds=(\d+)$/.exec(args.find((arg) => arg.startsWith('--rounds=')) ?? '')?.[1] ?? ROUNDS)
const all = await figures()
const unknown = wanted.filter((name) => !all.some((figure) => figure.name === name))
if (args.includes('--help') || unknown.length) {
  process.stdout.write(
    `npm run bench [NAME …] [-- --json] [-- --rounds=N]\n\n${all.map(({ name, what }) => `  ${name.padEnd(20)}${what}`).join('\n')}\n`,
  )
  process.exit(unknown.length ? 2 : 0)
}
for (const figure of all.filter(({ name }) => !wanted.length || wanted.includes(name))) {
  const line = await measure(figure, rounds).catch((error: unknown) => ({
    figure: figure.name,
    failed: String((error as Error)?.stack ?? error),
  }))
  process.stdout.write(args.includes('--json') ? `${JSON.stringify(line)}\n` : `${people(line)}\n`)
}
process.exit(0)

function people(line: object): string {
  return Object.entries(line)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(' · ')
}
