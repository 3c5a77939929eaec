import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Starting makes a hundred megabytes of garbage that the engine would keep until it had a reason to look. */
export function giveBack(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: object) => void
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
