import { join } from 'node:path'
import { run } from './hosts/linux-host.ts'
import { ended } from './product.ts'
import { startProgram } from './run-end.ts'

const main = join(import.meta.dirname, '../../fleet/main.ts')
const MAX_HEARD = 10_000

/** Simulated devices in a process of their own. */
export interface Fleet {
  readonly heard: string
  end(signal: NodeJS.Signals): Promise<void>
}

/** Their serial numbers, before any of them dials. */
export async function serialsOf(scenario: string, devices: number): Promise<string[]> {
  const words = [main, scenario, '--devices', String(devices), '--list']
  const { stdout } = await run(process.execPath, words, { maxBuffer: 16 << 20 })
  return (JSON.parse(stdout) as { serial: string }[]).map(({ serial }) => serial)
}

/** `flags` by name, without the dashes; '' for a switch. */
export function startFleet(scenario: string, flags: Readonly<Record<string, string | number>>): Fleet {
  const words = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)].filter(Boolean))
  // its standard input stays open: it ends with the process at the other end
  const child = startProgram([main, scenario, ...words], { stdio: ['pipe', 'pipe', 'pipe'] })
  let heard = ''
  const hear = (text: Buffer) => (heard = (heard + text).slice(-MAX_HEARD))
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', hear)
  return {
    get heard() {
      return heard
    },
    end: (signal) => ended(child, signal),
  }
}
