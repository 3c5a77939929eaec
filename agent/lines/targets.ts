import { isIP } from 'node:net'
import { isObject, type LooseJson, objects, text, texts } from '../loose.ts'
import { CommandRefusal } from '../refusal.ts'
import type { StateDirectory } from '../files/state-directory.ts'
import type { Targets } from './line-meter.ts'

const mostLines = 32
const mostTargets = 2

/** Stores the target addresses of each line; other lines have the default ones. */
export function takeTargets(directory: StateDirectory, { lines }: LooseJson): void {
  const named = objects(lines)
    .slice(0, mostLines)
    .map(({ name, targets }) => [text(name, 32), texts(targets).slice(0, mostTargets)] as const)
  if (named.some(([name, targets]) => name === undefined || !targets.every((target) => isIP(target) !== 0)))
    throw new CommandRefusal({ zh: '探测地址应为 IP 地址', en: 'Probe targets must be IP addresses' }, {}, 1)
  directory.change({ line_targets: Object.fromEntries(named) })
}

/** The file may be from another version. */
export function targetsIn(directory: StateDirectory): Targets {
  const { line_targets } = directory.read()
  return isObject(line_targets) ? (line_targets as Targets) : {}
}
