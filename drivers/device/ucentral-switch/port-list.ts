import { type Draft, type Json, objectsIn, textsIn } from '../../kit/compile/draft.ts'

/** `Ethernet*` means all ports; the device program supports no other pattern. */
const ALL = 'Ethernet*'

/** The ports that a document configures, in its order; `listed` replaces the pattern where the device lists its ports. */
export function portsIn(document: Json, listed: readonly string[] = []): string[] {
  const names = objectsIn(document['ethernet']).flatMap(({ one }) => textsIn(one['select-ports']))
  return [...new Set(names.flatMap((name) => (name === ALL ? listed : name)))]
}

/** Expands a list of names to single ports. */
export const expanded = (names: readonly string[], ports: readonly string[]): string[] =>
  names.includes(ALL) ? [...ports] : [...names]

/** The ports for the key of an intent; empty: there is no such port. */
export const portsMeant = (key: string, ports: readonly string[]): string[] =>
  key === ALL ? [...ports] : ports.filter((name) => name === key)

/** The separate entry of this port. A port in a group is taken out of it, with all settings of the group. */
export function entryOf(draft: Draft, port: string, ports: readonly string[], by: string): Json {
  const entries = draft.list(draft.root, 'ethernet')
  const holding = objectsIn(entries).filter(({ one }) => {
    const names = textsIn(one['select-ports'])
    return names.includes(port) || names.includes(ALL)
  })
  const found = holding.at(-1)
  if (!found) return draft.append(entries, { 'select-ports': [port] }, [by])
  if (
    holding.length === 1 &&
    textsIn(found.one['select-ports']).length === 1 &&
    found.one['select-ports'] !== undefined
  )
    if (textsIn(found.one['select-ports'])[0] === port) return draft.item(entries, found.at)
  const own = { ...found.one, 'select-ports': [port] }
  for (const { one, at } of holding.reverse()) {
    const left = expanded(textsIn(one['select-ports']), ports).filter((name) => name !== port)
    if (left.length === 0) entries.splice(at, 1)
    else draft.set(draft.item(entries, at), 'select-ports', left, by)
  }
  return draft.append(entries, own, [by])
}
