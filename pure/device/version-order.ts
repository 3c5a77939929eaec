const token = /\d+(?:\.\d+)+(?:[-.]?(?:alpha|beta|rc|pre|p|r|build)\.?\d*)?(?:\+[0-9a-z.]+)?|\bv?\d{1,9}\b/i

/**
 * The version in a firmware text: `SkylarkOS 4.1.0 / TIP-v4.2.0-rc1` → `4.2.0-rc1`, `Belvedere agent 0.1.0+ab12` → `0.1.0+ab12`.
 * A version after `TIP-v` has priority, since access points of many vendors share it. Undefined when there is none.
 */
export function versionIn(text: string): string | undefined {
  const common = /TIP-v(\S+)/i.exec(text)?.[1]
  return token.exec(common ?? text)?.[0]?.replace(/^v/i, '')
}

/** Whether a device that reports this firmware text runs the given version. `4.2` is not `4.2.1`. */
export function runsVersion(text: string, version: string): boolean {
  if (version === '') return false
  if (text === version) return true
  const wanted = version.replace(/^v/i, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(^|[^0-9.])${wanted}(?![0-9]|\\.[0-9]|[-.]?(?:alpha|beta|rc|pre)|\\+)`, 'i').test(text)
}

/**
 * Negative when `a` is older than `b`, 0 when equal. A release is newer than its own alpha, beta and rc; the part after `+` is
 * ignored.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)]
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = rank(left[at]) - rank(right[at])
    if (difference !== 0) return difference
  }
  return 0
}

const partsOf = (version: string) =>
  version
    .replace(/\+.*$/, '')
    .toLowerCase()
    .match(/\d+|[a-z]+/g) ?? []

const words: Readonly<Record<string, number>> = { alpha: -4, beta: -3, pre: -2, rc: -1 }

/** A missing part counts as 0, so `4.2` equals `4.2.0`; `rc` and the like count as less than that. */
function rank(part: string | undefined): number {
  if (part === undefined) return 0
  return /^\d/.test(part) ? Number(part.slice(0, 15)) : (words[part] ?? 0)
}
