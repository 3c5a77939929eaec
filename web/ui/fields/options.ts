import { textOf } from '../base/text-of.ts'
import type { Words } from '../base/words.ts'

/** One option: a value of an enumeration, or a name from the server. */
export type FieldOption<Id extends string | number = string | number> = { id: Id } & (Words | { label: string })

export function labelOf(option: FieldOption): string {
  return 'label' in option ? option.label : textOf(option)
}

/** Options whose label contains the typed text, ignoring case. */
export function matching<T extends FieldOption>(options: readonly T[], typed: string): readonly T[] {
  const wanted = typed.trim().toLowerCase()
  return wanted ? options.filter((option) => labelOf(option).toLowerCase().includes(wanted)) : options
}
