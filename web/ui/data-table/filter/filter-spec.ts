import { labelOf, type FieldOption } from '../../fields/options.ts'
import type { Words } from '../../base/words.ts'

/** One field of the filter panel; its value is sent to the server as `key`. */
export type FilterSpec =
  | { key: string; label: Words; kind: 'select'; options: readonly FieldOption[]; filter?: boolean }
  /** Matches any of several values: the call takes an array. */
  | { key: string; label: Words; kind: 'multi'; options: readonly FieldOption[] }
  | { key: string; label: Words; kind: 'text'; maxLength?: number }
  /** A time range, unix seconds: `{key}_start` and `{key}_end` by default. */
  | { key: string; label: Words; kind: 'range'; keys?: readonly [string, string] }

/** Texts by query key; '' = not set. */
export type FilterValues = Readonly<Record<string, string>>

/** Query keys of a filter. */
export function filterKeys(filter: FilterSpec): string[] {
  return filter.kind === 'range' ? [...(filter.keys ?? [`${filter.key}_start`, `${filter.key}_end`])] : [filter.key]
}

type OptionId = string | number

/**
 * Converts texts of the URL to input of the call: empty texts are omitted, ids of enumerations and times become
 * numbers.
 */
export function filterInput(
  filters: readonly FilterSpec[],
  values: FilterValues,
): Record<string, OptionId | readonly OptionId[]> {
  const input: Record<string, OptionId | readonly OptionId[]> = {}
  for (const filter of filters) {
    for (const key of filterKeys(filter)) {
      const value = values[key]
      if (value) input[key] = inputOf(filter, value)
    }
  }
  return input
}

function inputOf(filter: FilterSpec, value: string): OptionId | readonly OptionId[] {
  if (filter.kind === 'text') return value
  if (filter.kind === 'range') return Number(value)
  if (filter.kind === 'multi') return partsOf(value).map((part) => optionOf(filter.options, part)?.id ?? part)
  return optionOf(filter.options, value)?.id ?? value
}

/** The ids in the text of a `multi` filter, as texts. A comma in an id is written `%2C`. */
export function partsOf(value: string): string[] {
  return value.split(',').filter(Boolean).map(decodeComma)
}

/** The text of a `multi` filter. */
export function partsText(ids: readonly OptionId[]): string {
  return ids.map((id) => String(id).replaceAll('%', '%25').replaceAll(',', '%2C')).join(',')
}

const decodeComma = (part: string) => part.replaceAll('%2C', ',').replaceAll('%25', '%')

const optionOf = (options: readonly FieldOption[], id: string) => options.find((option) => String(option.id) === id)

export interface AppliedFilter {
  filter: FilterSpec
  /** The value of the filter for display. */
  text: string
}

/** The active filters with their words; `momentText` formats unix seconds. */
export function appliedFilters(
  filters: readonly FilterSpec[],
  values: FilterValues,
  momentText: (seconds: number) => string,
): AppliedFilter[] {
  return filters
    .filter((filter) => filterKeys(filter).some((key) => values[key]))
    .map((filter) => ({ filter, text: textOf(filter, values, momentText) }))
}

function textOf(filter: FilterSpec, values: FilterValues, momentText: (seconds: number) => string): string {
  const [first = '', second = ''] = filterKeys(filter).map((key) => values[key] ?? '')
  if (filter.kind === 'text') return first
  if (filter.kind === 'range')
    return [first, second].map((value) => (value ? momentText(Number(value)) : '')).join(' – ')
  const words = (id: string) => {
    const option = optionOf(filter.options, id)
    return option ? labelOf(option) : id
  }
  return filter.kind === 'multi' ? partsOf(first).map(words).join(' / ') : words(first)
}
