import type { Words } from '@belvedere/contract/kit/text.ts'
import { type Draft, isObject, type Json, objectsIn, textsIn } from '../../../kit/compile/draft.ts'
import { type Hardware, portsNamed } from './hardware.ts'
import { vlanOf } from './vlans.ts'

type Wish = { untagged: number } | { tagged: readonly number[] }

const isTagged = (entry: Json) => entry['vlan-tag'] === 'tagged'
const means = (pattern: string, port: string) =>
  pattern.endsWith('*') ? port.startsWith(pattern.slice(0, -1)) : pattern === port

/** Makes a port a member of exactly these VLANs among the tagged or untagged ones: one untagged, or the list of tagged ones. */
export function setMembership(
  draft: Draft,
  key: string,
  desired: Wish,
  { ports }: Hardware,
  role: 'upstream' | 'downstream',
  by: string,
): void {
  const members = portsNamed(ports, key) ?? [key]
  const tagged = 'tagged' in desired
  const wanted = tagged ? desired.tagged : [desired.untagged]
  const leaves = (vlan: number | undefined) => (vlan === undefined ? !tagged : !wanted.includes(vlan))
  if (!ports && meetsPattern(draft, members, tagged, leaves))
    return draft.refuse(by, {
      zh: '设备没有报告端口列表，无法从通配的端口组中移出该端口',
      en: 'The device does not report its ports: the port cannot be removed from a port group',
    })
  const lost = objectsIn(draft.root['interfaces']).find(
    ({ one }) => leaves(vlanOf(one)) && isUplinkNetwork(one) && !keepsPort(one, members, tagged, ports),
  )
  if (lost) return draft.refuse(by, lastUplinkNetwork(lost.one))
  for (const { one, at } of objectsIn(draft.root['interfaces']))
    if (leaves(vlanOf(one))) leave(draft, at, members, tagged, ports ?? [], by)
  for (const vlan of wanted) join(draft, vlan, members, tagged, role, by)
}

/** A network with an address towards the rest of the site: the device is managed by one of them. */
export const isUplinkNetwork = ({ role, ipv4, ethernet }: Json): boolean =>
  role === 'upstream' && ethernet !== undefined && !(isObject(ipv4) && ipv4['addressing'] === 'none')

export const lastUplinkNetwork = ({ name }: Json): Words => ({
  zh: `“${String(name)}” 将不再有接口，设备会失去管理`,
  en: `“${String(name)}” would have no port left, and the device could not be managed`,
})

/** A port by which an uplink still works, of those that remain: one of the uplink ports where it had one, else any. */
export const leadsUp = (had: readonly string[], left: readonly string[]): boolean =>
  had.some(isWan) ? left.some(isWan) : left.length > 0

const isWan = (port: string) => port.startsWith('WAN')

/** It has a port besides those that leave it. */
function keepsPort(
  one: Json,
  members: readonly string[],
  tagged: boolean,
  ports: readonly string[] | undefined,
): boolean {
  const portsOf = (entry: Json) => textsIn(entry['select-ports']).flatMap((name) => portsNamed(ports, name) ?? [name])
  const entries = objectsIn(one['ethernet']).map(({ one: entry }) => entry)
  const left = entries.flatMap((entry) =>
    portsOf(entry).filter((port) => isTagged(entry) !== tagged || !members.includes(port)),
  )
  return leadsUp(entries.flatMap(portsOf), left)
}

/** A pattern in the document contains a port that has to leave it. */
function meetsPattern(
  draft: Draft,
  members: readonly string[],
  tagged: boolean,
  leaves: (vlan: number | undefined) => boolean,
): boolean {
  return objectsIn(draft.root['interfaces']).some(
    ({ one }) =>
      leaves(vlanOf(one)) &&
      entriesOf(one, tagged).some(({ one: entry }) =>
        textsIn(entry['select-ports']).some(
          (pattern) => pattern.endsWith('*') && members.some((port) => means(pattern, port)),
        ),
      ),
  )
}

const entriesOf = (one: Json, tagged: boolean) =>
  objectsIn(one['ethernet']).filter(({ one: entry }) => isTagged(entry) === tagged)

/** Removes ports from a network. */
export function leave(
  draft: Draft,
  at: number,
  members: readonly string[],
  tagged: boolean,
  ports: readonly string[],
  by: string,
): void {
  const own = (draft.root['interfaces'] as unknown[])[at] as Json
  const held = entriesOf(own, tagged).filter(({ one }) =>
    textsIn(one['select-ports']).some((pattern) => members.some((port) => means(pattern, port))),
  )
  if (held.length === 0) return
  const network = draft.item(draft.list(draft.root, 'interfaces'), at)
  const ethernet = draft.list(network, 'ethernet')
  for (const { one, at: place } of [...held].reverse()) {
    const left = textsIn(one['select-ports']).flatMap((pattern) => {
      if (!members.some((port) => means(pattern, port))) return [pattern]
      return pattern.endsWith('*') ? ports.filter((port) => means(pattern, port) && !members.includes(port)) : []
    })
    if (left.length === 0) ethernet.splice(place, 1)
    else draft.set(draft.item(ethernet, place), 'select-ports', [...new Set(left)], by)
  }
  if (ethernet.length === 0) draft.drop(network, 'ethernet')
}

function join(
  draft: Draft,
  vlan: number,
  members: readonly string[],
  tagged: boolean,
  role: 'upstream' | 'downstream',
  by: string,
): void {
  const ethernet = draft.list(networkOf(draft, vlan, role, by), 'ethernet')
  const there = objectsIn(ethernet).filter(({ one }) => isTagged(one) === tagged)
  const missing = members.filter(
    (port) => !there.some(({ one }) => textsIn(one['select-ports']).some((pattern) => means(pattern, port))),
  )
  if (missing.length === 0) return
  const first = there[0]
  if (!first)
    draft.append(ethernet, { 'select-ports': [...missing], 'vlan-tag': tagged ? 'tagged' : 'un-tagged' }, [by])
  else {
    const entry = draft.item(ethernet, first.at)
    draft.set(entry, 'select-ports', [...textsIn(entry['select-ports']), ...missing], by)
  }
}

function networkOf(draft: Draft, vlan: number, role: 'upstream' | 'downstream', by: string): Json {
  const interfaces = draft.list(draft.root, 'interfaces')
  const found = objectsIn(interfaces).find(({ one }) => vlanOf(one) === vlan)
  if (found) return draft.item(interfaces, found.at)
  const uplink = role === 'upstream' ? { ethernet: [{ 'select-ports': ['WAN*'], 'vlan-tag': 'tagged' }] } : {}
  return draft.append(
    interfaces,
    { name: `VLAN${vlan}`, role, vlan: { id: vlan }, ...uplink, ipv4: { addressing: 'none' } },
    [by],
  )
}
