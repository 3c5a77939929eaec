import type { Words } from './text.ts'

/** One error, as the caller sees it: `code` on the wire, words in both languages, `{name}` places. */
export interface ErrorSpec extends Words {
  readonly code: number
  /** `room.state`, filled by `defineErrors`; its name in code and documents. */
  readonly name: string
}

/** States the refusals of one room. Codes are unique over all rooms; start-up proves it. */
export function defineErrors<const T extends Record<string, Words & { code: number }>>(
  room: string,
  entries: T,
): { readonly [K in keyof T]: ErrorSpec } {
  const named = Object.entries(entries).map(([key, spec]) => [key, { ...spec, name: `${room}.${key}` }])
  return Object.fromEntries(named) as { [K in keyof T]: ErrorSpec }
}
