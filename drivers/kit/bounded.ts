import { keysOf, textOf, type Loose } from './coerce.ts'

/** Replacement for a secret. */
export const masked = '…'

const secret = /passw|passphrase|secret|token|psk|private.?key|^key$|credential/i

/**
 * A bounded copy of device data for storage: at most `nodes` values in total and `depth` levels, texts truncated, members with
 * names of secrets masked. It shares nothing with the original, so that the parsed message can be freed.
 */
export function bounded(value: unknown, nodes = 256, depth = 6): unknown {
  return copy(value, { left: nodes }, depth)
}

function copy(value: unknown, room: { left: number }, depth: number): unknown {
  if (room.left-- <= 0) return undefined
  if (typeof value === 'string') return textOf(value, 1024) ?? ''
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (typeof value !== 'object' || depth <= 0) return undefined
  return Array.isArray(value) ? copyList(value, room, depth) : copyObject(value as Loose, room, depth)
}

function copyList(list: unknown[], room: { left: number }, depth: number): unknown[] {
  const out: unknown[] = []
  for (let at = 0; at < list.length && room.left > 0; at++) out.push(copy(list[at], room, depth - 1))
  return out
}

function copyObject(from: Loose, room: { left: number }, depth: number): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const key of keysOf(from, room.left)) {
    if (room.left <= 0) break
    if (key === '__proto__' || key.length > 128) continue
    out[key] = secret.test(key) ? masked : copy(from[key], room, depth - 1)
  }
  return out
}
