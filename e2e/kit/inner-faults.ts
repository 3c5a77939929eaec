import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { until } from './wait.ts'

/** Faults inside processes of the product, each by the name it was started with. */
export interface InnerFaults {
  env(name: string): Record<string, string>
  /** Its wall clock, in seconds from the true time. */
  setClock(name: string, ahead: number): void
  /** Sets it, and returns when the process shows it. */
  clockShows(name: string, ahead: number): Promise<void>
  /** Its gateways hang, or continue; the process stays alive. */
  hangGateways(name: string, hang: boolean): void
}

const shim = pathToFileURL(join(import.meta.dirname, 'inner-faults-child.ts')).href

/** By files below `dir`. */
export function innerFaults(dir: string): InnerFaults {
  const clock = (name: string) => join(dir, `${name}.clock`)
  const hung = (name: string) => join(dir, `${name}.hangs`)
  return {
    env: (name) => ({
      NODE_OPTIONS: `--import ${shim}`,
      SHIFT_CLOCK_FILE: clock(name),
      HANG_THREADS_FILE: hung(name),
    }),
    setClock: (name, ahead) => writeFileSync(clock(name), String(ahead)),
    async clockShows(name, ahead) {
      writeFileSync(clock(name), String(ahead))
      const shown = () => readFileSync(`${clock(name)}.shown`, 'utf8') === String(ahead)
      await until(`the clock of ${name} shows it`, 60_000, shown)
    },
    hangGateways: (name, hang) => (hang ? writeFileSync(hung(name), '') : rmSync(hung(name), { force: true })),
  }
}
