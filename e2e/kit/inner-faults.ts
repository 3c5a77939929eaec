import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Faults inside processes of the product, each by the name it was started with. */
export interface InnerFaults {
  env(name: string): Record<string, string>
  /** Its wall clock, in seconds from the true time. */
  setClock(name: string, ahead: number): void
  /** Its gateways hang, or go on; the process lives. */
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
    hangGateways: (name, hang) => (hang ? writeFileSync(hung(name), '') : rmSync(hung(name), { force: true })),
  }
}
