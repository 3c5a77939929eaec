import { radioBand } from '@belvedere/contract/rooms/intent/enums.ts'
import type { IntentKind } from '@belvedere/contract/rooms/intent/shapes.ts'

// a slash parts kind, key and field where an explanation names them
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are what is kept out
const name = /^[^/\u0000-\u001f\u007f]{1,32}$/
const forms: Readonly<Record<IntentKind, RegExp>> = {
  system: /^$/,
  lan: name,
  wan: name,
  wireless: name,
  radio: new RegExp(`^(${radioBand.ids.join('|')})$`),
  port: /^[A-Za-z][A-Za-z0-9._-]{0,30}\*?$/,
  service: /^[a-z][a-z0-9-]{0,31}$/,
  raw: name,
}

/** True when a thing of this kind may be called so. */
export const keyFits = (kind: IntentKind, key: string): boolean => forms[kind].test(key)
