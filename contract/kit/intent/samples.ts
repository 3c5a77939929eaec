import type { NamedKind } from './define-intent-kind.ts'
import type { Field, Fields, Values } from './fields.ts'

/** For tests of compilers: valid and invalid values, for fields whose bounds and options do not yield useful ones. */
export interface KindSamples {
  readonly keys?: readonly string[]
  readonly values?: Readonly<Record<string, readonly unknown[]>>
  /** Excluded fields. */
  readonly without?: readonly string[]
  /** Fields whose refusal leaves out the whole entry, or the fields that begin as they do where `*` ends the name. */
  readonly decides?: readonly string[]
  /** True if a value has no effect, is the default, or is determined by another field of the entry. */
  readonly isMoot?: (entry: Values, field: string) => boolean
}

type Random = () => number

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T

/** Some intents of a kind by key, each field set about every other time. */
export function randomIntents(kind: NamedKind, samples: KindSamples, random: Random): Record<string, Values> {
  const keys = samples.keys ?? kind.key.fixed?.map(({ id }) => id) ?? ['one', 'two']
  const tried = Object.fromEntries(Object.entries(kind.fields).filter(([name]) => !samples.without?.includes(name)))
  return Object.fromEntries(
    keys.filter(() => random() < 0.5).map((key) => [key, randomFields(tried, samples.values ?? {}, random)]),
  )
}

function randomFields(fields: Fields, values: NonNullable<KindSamples['values']>, random: Random): Values {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(() => random() < 0.5)
      .map(([name, field]) => [name, values[name] ? pick(values[name], random) : sampleOf(field, values, random)]),
  )
}

/** A value derived from the definition of the field. */
function sampleOf(field: Field, values: NonNullable<KindSamples['values']>, random: Random): unknown {
  const { min = 0, max = 1, options = [], each } = field
  const ids = options.map(({ id }) => id)
  switch (field.type) {
    case 'flag':
      return pick([0, 1], random)
    case 'number':
      return pick([min, Math.min(max, min + 1), max], random)
    case 'choice':
      return pick(ids, random)
    case 'choices':
      return pick([[ids[0]], ids], random)
    case 'list':
      return each ? pick([[], [each.min], [each.min, each.max]], random) : pick([[], ['one']], random)
    case 'items':
      return Array.from({ length: pick([0, 1, 2], random) }, () => randomFields(field.fields ?? {}, values, random))
    case 'json':
      return {}
    default:
      return 'x'.repeat(Math.max(min, Math.min(max, 8)))
  }
}
