import { startProgram } from '@belvedere/e2e/kit/run-end.ts'
import { join } from 'node:path'
import type { Figure } from './define-figure.ts'
import type { FigureProgress } from './figures-child.ts'
import type { FigureLine } from './measure.ts'

const child = join(import.meta.dirname, 'figures-child.ts')
/** Limit of all rounds together for a figure without `minutes`. */
const MINUTES = 30
const END_MS = 15_000

/** Measures the figures of one file and passes on the line of each, also when its process dies or hangs; the others are then restarted. `limit`: minutes of a figure without `minutes`. */
export async function runFigures(
  file: string,
  figures: readonly Figure[],
  rounds: number,
  say: (line: FigureLine) => void,
  limit = MINUTES,
): Promise<void> {
  for (let left = figures; left.length > 0; ) {
    const done = await runSome(file, left, rounds, say, limit)
    left = left.slice(done)
  }
}

/** Returns the number of figures that have a line. */
function runSome(
  file: string,
  figures: readonly Figure[],
  rounds: number,
  say: (line: FigureLine) => void,
  limit: number,
): Promise<number> {
  const names = figures.map(({ name }) => name)
  const program = startProgram([child, file, String(rounds), ...names], { stdio: ['ignore', 'ignore', 'inherit'] })
  let done = 0
  let late = ''
  let timer: NodeJS.Timeout | undefined
  const arm = (minutes: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      late = `it did not end within ${minutes} minutes`
      program.kill('SIGTERM')
      timer = setTimeout(() => program.kill('SIGKILL'), END_MS)
    }, minutes * 60_000)
  }
  arm(limit)
  program.on('message', (told: FigureProgress) => {
    if ('line' in told) {
      done++
      say(told.line)
    } else arm(figures[done]?.minutes ?? limit)
  })
  return new Promise((resolve) => {
    // `close`: every message has been read
    program.once('close', (code, signal) => {
      clearTimeout(timer)
      if (done < figures.length) {
        const figure = names[done] as string
        say({ figure, failed: late || `its process ended with ${signal ?? code}` })
        done++
      }
      resolve(done)
    })
  })
}
