import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { FigureLine } from './kit/measure.ts'

// The quick figures with a few devices: the test checks that they run, not their results.

const run = promisify(execFile)
/** More than the limits of all figures together, so that one that hangs is named. */
const MOST_MS = 420_000

test(
  'the figures run: a start, commands to load clients, freshness',
  async () => {
    const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'main.ts'), '--short', '--json'])
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as FigureLine)
    expect(lines.map(({ figure, failed }) => `${figure} ${failed ?? ''}`.trim())).toEqual([
      'command-many',
      'command-p50',
      'start',
      'freshness',
    ])
    for (const { figure, value } of lines) expect(value, figure).toBeGreaterThan(0)
  },
  MOST_MS,
)
