import type { JsonRecord } from './documents.ts'

/** Names of members whose text is a secret, for all families. */
const secretName = /^(key|psk|.*(password|passwd|passphrase|secret|community|private-key|pin-code|token))$/i
/** Options of raw router commands: `["set", "wireless.x.key", "…"]`. */
const secretOption = /(^|[._-])(key|psk|password|passwd|secret|community|sae_password|private_key)$/i

export const MASK = '••••••'

/** True when the text at this place of a document is a secret. */
export const isSecretPlace = (key: string | number, parent: unknown): boolean =>
  typeof key === 'string'
    ? secretName.test(key)
    : Array.isArray(parent) && key === 2 && typeof parent[1] === 'string' && secretOption.test(parent[1])

/** A copy with `mark` instead of every secret. */
export function masked(document: unknown, mark: (secret: string, pointer: string) => string = () => MASK): unknown {
  return copy(document, '', mark)
}

function copy(value: unknown, at: string, mark: (secret: string, pointer: string) => string): unknown {
  if (typeof value !== 'object' || value === null) return value
  const put = (child: unknown, key: string | number) =>
    typeof child === 'string' && child !== '' && isSecretPlace(key, value)
      ? mark(child, `${at}/${key}`)
      : copy(child, `${at}/${key}`, mark)
  if (Array.isArray(value)) return value.map(put)
  return Object.fromEntries(Object.entries(value as JsonRecord).map(([key, child]) => [key, put(child, key)]))
}

/**
 * Both documents with their secrets masked, so that different secrets remain visibly different: they are numbered on
 * both sides. Places are compared by their pointer.
 */
export function maskPair(before: unknown, after: unknown): [unknown, unknown] {
  const secrets = new Map<string, string>()
  masked(before, (secret, pointer) => {
    secrets.set(pointer, secret)
    return secret
  })
  const differ = new Set<string>()
  const right = masked(after, (secret, pointer) => {
    const other = secrets.get(pointer)
    if (other === undefined || other === secret) return MASK
    differ.add(pointer)
    return `${MASK} #2`
  })
  const left = masked(before, (_, pointer) => (differ.has(pointer) ? `${MASK} #1` : MASK))
  return [left, right]
}

/** The value at a place of a document (`…/encryption/key`), secrets masked, with `mark` behind the mask. */
export function maskedAt(place: string, value: unknown, mark: string): unknown {
  const step = place.slice(place.lastIndexOf('/') + 1)
  if (typeof value === 'string' && isSecretPlace(step, undefined)) return `${MASK}${mark}`
  return masked(value, () => `${MASK}${mark}`)
}
