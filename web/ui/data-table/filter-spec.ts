import type { Option } from '../options.ts'
import type { Words } from '../words.ts'

/** One field of the filter panel; its value goes to the server below `key`. */
export type FilterSpec =
  | { key: string; label: Words; kind: 'select'; options: readonly Option[]; filter?: boolean }
  | { key: string; label: Words; kind: 'text'; maxLength?: number }
  /** A span of time, unix seconds: `{key}_start` and `{key}_end` unless told. */
  | { key: string; label: Words; kind: 'range'; keys?: readonly [string, string] }

/** Query keys of a filter. */
export function filterKeys(filter: FilterSpec): string[] {
  return filter.kind === 'range' ? [...(filter.keys ?? [`${filter.key}_start`, `${filter.key}_end`])] : [filter.key]
}

/** Texts of the URL as the call wants them; empty ones are left out, ids of enumerations and times become numbers again. */
export function filterInput(
  filters: readonly FilterSpec[],
  values: Readonly<Record<string, string>>,
): Record<string, string | number> {
  const input: Record<string, string | number> = {}
  for (const filter of filters) {
    for (const key of filterKeys(filter)) {
      const value = values[key]
      if (value) input[key] = filterValue(filter, value)
    }
  }
  return input
}

function filterValue(filter: FilterSpec, value: string): string | number {
  if (filter.kind === 'text') return value
  if (filter.kind === 'range') return Number(value)
  return filter.options.find((option) => String(option.id) === value)?.id ?? value
}
