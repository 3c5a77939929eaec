import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { isAlive, until } from '@belvedere/server/base/postgres/postmaster.ts'
import { figuresOf } from './figures.ts'
import type { FigureLine } from './measure.ts'
import { runFigures } from './run-figures.ts'

const folder = mkdtempSync(join(tmpdir(), 'belvedere-figures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a file of figures, given as name and code of their rounds. */
async function linesOf(rounds: Readonly<Record<string, string>>, more = ''): Promise<FigureLine[]> {
  const file = join(folder, `${Math.random()}.ts`)
  const from = (name: string) => pathToFileURL(join(import.meta.dirname, name)).href
  const figures = Object.entries(rounds).map(
    ([name, code], n) => `export const f${n} = defineFigure({ name: '${name}', what: '', bare: 'nothing', ${more}
      must: { is: 'at most', value: 2 }, async round() { ${code} } })`,
  )
  const imports = [
    `import { defineFigure } from '${from('define-figure.ts')}'`,
    `import { startSideProcess } from '${from('side-process.ts')}'`,
  ]
  writeFileSync(file, [...imports, ...figures].join('\n'))
  const lines: FigureLine[] = []
  await runFigures(file, await figuresOf(file), 1, (line) => lines.push(line))
  return lines
}

test('a figure that fails ends no other, whether it throws or ends its process', async () => {
  const lines = await linesOf({
    throws: `throw new Error('no network')`,
    dies: `process.kill(process.pid, 'SIGKILL')`,
    breaks: `setTimeout(() => { throw new Error('later') }); await new Promise(() => {})`,
    holds: `return { value: 1, floor: 0.5 }`,
  })
  expect(lines).toMatchObject([
    { figure: 'throws', failed: expect.stringContaining('no network') },
    { figure: 'dies', failed: 'its process ended with SIGKILL' },
    { figure: 'breaks', failed: 'its process ended with 1' },
    { figure: 'holds', holds: true, value: 1, floor: 0.5, ratio: 2 },
  ])
})

test('a figure fails with its reason when a process that serves it dies', async () => {
  const lines = await linesOf({
    floor: `const helper = startSideProcess('floors/snmp-agents-child.ts', '1')
      await helper.message()
      process.kill(helper.pid, 'SIGKILL')
      await helper.message()`,
  })
  expect(lines[0]?.failed).toContain('floors/snmp-agents-child.ts ended with SIGKILL')
})

test('a figure that hangs fails after its time limit', async () => {
  const lines = await linesOf({ hangs: `await new Promise((resolve) => setTimeout(resolve, 1e6))` }, 'minutes: 0.02,')
  expect(lines).toMatchObject([{ figure: 'hangs', failed: 'it did not end within 0.02 minutes' }])
})

test('a process that serves a figure ends with the process of the figure, however that ends', async () => {
  const file = join(folder, 'pid')
  await linesOf({
    dies: `const helper = startSideProcess('floors/snmp-agents-child.ts', '1')
      await helper.message()
      ;(await import('node:fs')).writeFileSync('${file}', String(helper.pid))
      process.kill(process.pid, 'SIGKILL')`,
  })
  const pid = Number(readFileSync(file, 'utf8'))
  expect(await until(async () => !isAlive(pid), 10_000)).toBe(true)
})
