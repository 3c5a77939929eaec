import { type Draft, type Json, objectsIn, textsIn } from '../../kit/compile/draft.ts'
import { vlanOf } from '../../protocol/ucentral/compile/vlans.ts'
import { expanded } from './port-list.ts'

/** The VLAN that cannot be deleted; the device program does not change addresses in it. */
export const DEFAULT_VLAN = 1
/** Highest number that the device program accepts. */
export const LAST_VLAN = 4094

export type Tagging = 'tagged' | 'un-tagged'

const isTagged = (entry: Json) => entry['vlan-tag'] === 'tagged'
const kindOf = (entry: Json): Tagging => (isTagged(entry) ? 'tagged' : 'un-tagged')

/** The management VLAN: that of the interface towards the network. */
export function managementVlan(document: Json): number {
  const own = objectsIn(document['interfaces']).find(({ one }) => one['role'] === 'upstream')
  return (own && vlanOf(own.one)) ?? DEFAULT_VLAN
}

/** The VLANs of a port, either tagged or untagged. */
export function vlansOf(document: Json, port: string, tagging: Tagging): number[] {
  return objectsIn(document['interfaces']).flatMap(({ one }) => {
    const vlan = vlanOf(one)
    const member = objectsIn(one['ethernet']).some(({ one: entry }) => kindOf(entry) === tagging && holds(entry, port))
    return vlan !== undefined && member ? [vlan] : []
  })
}

function holds(entry: Json, port: string): boolean {
  const names = textsIn(entry['select-ports'])
  return names.includes(port) || names.includes('Ethernet*')
}

/** Makes a port a member of exactly these VLANs, among the tagged or the untagged ones. */
export function setVlans(
  draft: Draft,
  port: string,
  tagging: Tagging,
  wanted: readonly number[],
  { ports, by }: { ports: readonly string[]; by: string },
): void {
  for (const { one, at } of objectsIn(draft.root['interfaces'])) {
    const vlan = vlanOf(one)
    if (vlan !== undefined && !wanted.includes(vlan)) leave(draft, at, port, tagging, ports, by)
  }
  for (const vlan of wanted) join(draft, vlan, port, tagging, by)
}

function leave(draft: Draft, at: number, port: string, tagging: Tagging, ports: readonly string[], by: string): void {
  const was = (draft.root['interfaces'] as unknown[])[at] as Json
  if (!objectsIn(was['ethernet']).some(({ one }) => kindOf(one) === tagging && holds(one, port))) return
  const network = draft.item(draft.list(draft.root, 'interfaces'), at)
  const ethernet = draft.list(network, 'ethernet')
  for (const { one, at: place } of objectsIn(ethernet).reverse()) {
    if (kindOf(one) !== tagging || !holds(one, port)) continue
    const left = expanded(textsIn(one['select-ports']), ports).filter((name) => name !== port)
    if (left.length === 0) ethernet.splice(place, 1)
    else draft.set(draft.item(ethernet, place), 'select-ports', left, by)
  }
  // without the list the members of a VLAN are unknown; an empty one means that there are none
  if (ethernet.length === 0) draft.set(network, 'ethernet', [], by)
}

function join(draft: Draft, vlan: number, port: string, tagging: Tagging, by: string): void {
  const ethernet = draft.list(networkOf(draft, vlan, by), 'ethernet')
  const same = objectsIn(ethernet).filter(({ one }) => kindOf(one) === tagging)
  if (same.some(({ one }) => holds(one, port))) return
  const first = same[0]
  if (!first) draft.append(ethernet, { 'select-ports': [port], 'vlan-tag': tagging }, [by])
  else {
    const entry = draft.item(ethernet, first.at)
    draft.set(entry, 'select-ports', [...textsIn(entry['select-ports']), port], by)
  }
}

/** The interface of a VLAN, as an owned object; created where there is none. */
function networkOf(draft: Draft, vlan: number, by: string): Json {
  const interfaces = draft.list(draft.root, 'interfaces')
  const found = objectsIn(interfaces).find(({ one }) => vlanOf(one) === vlan)
  if (found) return draft.item(interfaces, found.at)
  return draft.append(interfaces, { name: `VLAN${vlan}`, role: 'downstream', vlan: { id: vlan } }, [by])
}

/** Existing VLANs whose members were never reported. */
export const unknownVlans = (document: Json): number[] =>
  objectsIn(document['interfaces']).flatMap(({ one }) => {
    const vlan = vlanOf(one)
    return vlan !== undefined && !Array.isArray(one['ethernet']) ? [vlan] : []
  })
