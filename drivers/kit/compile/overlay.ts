import type { Effective } from '@belvedere/contract/rooms/intent/shapes.ts'
import { type Draft, isObject, type Json } from './draft.ts'

/**
 * Raw intents, laid over what was compiled: objects are joined, everything else is put in the place of what was there, null
 * takes it away (RFC 7396). The number of the configuration is not theirs to set.
 */
export function layRaw(draft: Draft, raw: Effective['raw']): void {
  for (const key of Object.keys(raw ?? {}).sort()) {
    const { document } = raw?.[key] ?? {}
    if (!isObject(document)) continue
    const { uuid: _, ...rest } = document
    lay(draft, draft.root, rest, `raw/${key}/document`)
  }
}

function lay(draft: Draft, target: Json, patch: Json, by: string): void {
  for (const [key, value] of Object.entries(patch)) {
    if (key === '__proto__') continue
    if (value === null) draft.drop(target, key)
    else if (isObject(value)) lay(draft, draft.object(target, key), value, by)
    else draft.set(target, key, value, by)
  }
}
