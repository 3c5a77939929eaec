import type { Effective } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { intentKinds } from '@belvedere/contract/kit/intent/kinds.ts'
import { loadSamples } from '@belvedere/contract/kit/intent/load-samples.ts'
import { randomIntents } from '@belvedere/contract/kit/intent/samples.ts'

const samples = loadSamples()

/** For tests: some intents of every kind but raw ones, sensible or not, each field set about half of the time. */
export function randomEffective(random: () => number): Effective {
  return Object.fromEntries(
    intentKinds
      .filter(({ name }) => name !== 'raw')
      .map((kind) => [kind.name, randomIntents(kind, samples.get(kind.name) ?? {}, random)]),
  ) as Effective
}

/** Whether the refusal of one field also leaves out another field of the same entry. */
export function leavesOut(kind: keyof Effective, refused: string, field: string): boolean {
  const decides = samples.get(kind)?.decides ?? []
  return decides.some((one) =>
    one.endsWith('*') ? refused.startsWith(one.slice(0, -1)) && field.startsWith(one.slice(0, -1)) : refused === one,
  )
}

/** Fields that change nothing, have the present value, or are determined by another field of the same intent. */
export function isMoot(kind: keyof Effective, entry: Readonly<Record<string, unknown>>, field: string): boolean {
  const value = entry[field]
  if (value === 0 || (Array.isArray(value) && value.length === 0)) return true
  return samples.get(kind)?.isMoot?.(entry, field) ?? false
}
