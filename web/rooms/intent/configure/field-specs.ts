import type { IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import type { Field, FieldPlace, PortChoices } from '@belvedere/contract/kit/intent/fields.ts'
import { findKind, getKind } from '@belvedere/contract/kit/intent/kinds.ts'

/** One setting of a form: its name and its options. */
export interface FieldSpec extends Field {
  readonly name: string
}

/** Possible port settings if no device is known. */
const anyPorts: PortChoices = { speeds: [], negotiates: 1, duplexes: ['full', 'half'] }

const specAt = (name: string, field: Field, place: FieldPlace): FieldSpec => ({
  name,
  ...field,
  ...(field.offers && { options: field.offers(place) }),
})

/** A setting by its name, whether or not it currently applies. */
export function fieldOf(kind: string, key: string, name: string): FieldSpec | undefined {
  const field = findKind(kind)?.fields[name]
  return field && specAt(name, field, { key, values: {}, ports: anyPorts })
}

/**
 * Settings of one entry that currently apply. `values` are its effective values, `ports` the possible settings of its
 * ports.
 */
export function fieldsOf(
  kind: IntentKind,
  key: string,
  values: Readonly<Record<string, unknown>>,
  ports: PortChoices,
): FieldSpec[] {
  const place = { key, values, ports }
  return Object.entries(getKind(kind).fields)
    .filter(([, { when }]) => !when || when(place))
    .map(([name, field]) => specAt(name, field, place))
    .filter(({ offers, options = [] }) => !offers || options.length > 0)
}
