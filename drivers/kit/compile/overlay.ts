import type { Effective } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { unsafePlaceIn } from '@belvedere/pure/text/shell-text.ts'
import { type Draft, isObject, type Json } from './draft.ts'

/**
 * Merges raw settings into a compiled document (RFC 7396): objects are merged, other values are replaced, null removes a member.
 * The number of the configuration cannot be set by them.
 */
export function applyRaw(draft: Draft, raw: Effective['raw']): void {
  for (const key of Object.keys(raw ?? {}).sort()) {
    const { document } = raw?.[key] ?? {}
    if (!isObject(document)) continue
    const place = unsafePlaceIn(document)
    if (place !== undefined) {
      draft.refuse(`raw/${key}/document`, {
        zh: `“${place}” 会传给设备的命令行，其中有命令行字符，不会下发`,
        en: `“${place}” is passed to a shell of the device and has characters with a meaning there: it is left out`,
      })
      continue
    }
    const { uuid: _, ...rest } = document
    const lost = new Set<string>()
    lay(draft, draft.root, rest, `raw/${key}/document`, lost)
    for (const intent of lost)
      draft.refuse(intent, {
        zh: '被自定义配置“' + key + '”中的内容取代',
        en: `The raw entry “${key}” puts something else in its place`,
      })
  }
}

/** `lost` collects the intents whose values are replaced. */
function lay(draft: Draft, target: Json, patch: Json, by: string, lost: Set<string>): void {
  for (const [key, value] of Object.entries(patch)) {
    if (key === '__proto__') continue
    if (isObject(value) && isObject(target[key] ?? {})) {
      lay(draft, draft.object(target, key), value, by, lost)
      continue
    }
    const put = value ?? undefined
    const replaced = draft.replacedBy(target, key, put)
    for (const intent of replaced.lost) lost.add(intent)
    draft.set(target, key, put, by, ...replaced.kept)
  }
}
