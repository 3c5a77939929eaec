import type { Json } from '../../kit/compile/draft.ts'
import { isObject, objectsIn, textsIn } from '../../kit/compile/draft.ts'
import { vlanOf } from '../../protocol/ucentral/compile/vlans.ts'
import { unknownAddresses, incompletePorts } from './base-from.ts'
import { unknownVlans } from './vlans.ts'

/**
 * Completes a former document with the facts it leaves open, from the document sent since: without them the switch accepts
 * neither. Known values stay. Members of VLANs that were never reported are unknown, so they stay as they were sent.
 */
export function completeSwitch(former: Json, sent: Json): Json {
  const ports = new Map(
    objectsIn(sent['ethernet']).flatMap(({ one }) => namesOf(one).map((name) => [name, one] as const)),
  )
  const open = new Set(incompletePorts(former))
  const own = objectsIn(former['ethernet']).map(({ one }) => one)
  const known = new Set(own.flatMap(namesOf))
  const ethernet = own.flatMap((entry) =>
    namesOf(entry).some((name) => open.has(name))
      ? namesOf(entry).map((name) => filled({ ...entry, 'select-ports': [name] }, ports.get(name)))
      : [entry],
  )
  const others = [...ports].flatMap(([name, one]) => (known.has(name) ? [] : [{ ...one, 'select-ports': [name] }]))
  return { ...former, ethernet: [...ethernet, ...others], interfaces: networksOf(former, sent) }
}

const namesOf = (entry: Json) => textsIn(entry['select-ports'])

function filled(entry: Json, sent: Json | undefined): Json {
  if (!sent) return entry
  const { speed, duplex, poe } = entry
  const isOpen = isObject(poe) && poe['admin-mode'] === undefined
  return {
    ...entry,
    speed: speed || sent['speed'],
    duplex: duplex ?? sent['duplex'],
    ...(isOpen ? { poe: { ...poe, ...(isObject(sent['poe']) ? sent['poe'] : {}) } } : {}),
  }
}

function networksOf(former: Json, sent: Json): unknown {
  if (unknownVlans(former).length > 0) return sent['interfaces']
  const open = new Set<number | undefined>(unknownAddresses(former))
  if (open.size === 0) return former['interfaces']
  const since = new Map(objectsIn(sent['interfaces']).map(({ one }) => [vlanOf(one), one['ipv4']]))
  return objectsIn(former['interfaces']).map(({ one }) =>
    open.has(vlanOf(one)) ? { ...one, ipv4: since.get(vlanOf(one)) ?? one['ipv4'] } : one,
  )
}
