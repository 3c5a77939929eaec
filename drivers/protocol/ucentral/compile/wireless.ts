import type { Effective, IntentFields } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { type Draft, type Json, objectsIn, textsIn } from '../../../kit/compile/draft.ts'
import type { Band, Hardware } from './hardware.ts'
import type { NetworkCan } from './networks.ts'
import { refusesVlan, vlanOf } from './vlans.ts'
import { mayUseSix, type Security, securityOf, setSecurity } from './security.ts'
import { intentsOf } from './intents.ts'

type Wireless = IntentFields<'wireless'>

const encoder = new TextEncoder()

/** The wireless networks of an access point, with all their settings. */
export function compileWireless(
  draft: Draft,
  effective: Effective,
  hardware: Hardware,
  can: Pick<NetworkCan, 'mostVlan'>,
): void {
  for (const [key, desired] of intentsOf(effective, 'wireless')) {
    if (hardware.radios?.size === 0)
      draft.aside(`wireless/${key}`, { zh: '该设备没有无线射频', en: 'This device has no radios' })
    else compileNetwork(draft, key, desired, hardware, can)
  }
}

function compileNetwork(
  draft: Draft,
  key: string,
  desired: Wireless,
  hardware: Hardware,
  can: Pick<NetworkCan, 'mostVlan'>,
): void {
  const place = `wireless/${key}`
  if (desired.enable === 0) return removeEntries(draft, key, 0)
  const name = desired.ssid ?? key
  if (name.length > 10 && encoder.encode(name).length > 32)
    return draft.refuse(`${place}/ssid`, {
      zh: '名称超过 32 字节（一个汉字占 3 字节），该网络不会下发',
      en: 'The name is longer than 32 bytes: the network is left out',
    })
  // in the default network its terminals would have the wrong access
  if (
    desired.vlan !== undefined &&
    desired.network === undefined &&
    refusesVlan(draft, desired.vlan, `${place}/vlan`, can.mostVlan)
  )
    return
  if (desired.encoding === 'GB2312')
    draft.refuse(
      `${place}/encoding`,
      { zh: '该设备只支持 UTF-8 编码的名称', en: 'This device supports only UTF-8 names' },
      'UTF-8',
    )
  const first = spotsOf(draft, key)[0]?.entry
  const security = securityOf(draft, key, desired, first, hardware)
  if (!security) return
  const bands = bandsOf(draft, place, desired, first !== undefined, security, hardware)
  if (bands?.length === 0) return
  const parts = partsOf(draft, key, bands, security, desired.bands ? `${place}/bands` : place)
  for (const { entry, six, made } of parts) fill(draft, entry, key, desired, { security, six, made, name })
  moveEntries(draft, key, desired, new Set(parts.map(({ entry }) => entry)))
  // after a rename it may have the name of another network
  for (const { entry } of parts) draft.taken(entry)
}

interface Spot {
  /** Index of the interface, and of the entry in it. */
  network: number
  at: number
  entry: Json
}

/** Existing entries of the network, in any interface. Called for every network of every device: plain loops. */
function spotsOf(draft: Draft, key: string): Spot[] {
  const spots: Spot[] = []
  const { interfaces } = draft.root
  if (!Array.isArray(interfaces)) return spots
  for (let network = 0; network < interfaces.length; network++) {
    const ssids: unknown = (interfaces[network] as Json | null)?.['ssids']
    if (!Array.isArray(ssids)) continue
    for (let at = 0; at < ssids.length; at++) {
      const entry = ssids[at] as Json | null
      if (entry?.['name'] === key && !draft.isTaken(entry)) spots.push({ network, at, entry })
    }
  }
  return spots
}

function removeEntries(draft: Draft, key: string, from: number): void {
  for (const { network: place, at } of spotsOf(draft, key).slice(from).reverse()) {
    const network = draft.item(draft.list(draft.root, 'interfaces'), place)
    const ssids = draft.list(network, 'ssids')
    ssids.splice(at, 1)
    if (ssids.length === 0) draft.drop(network, 'ssids')
  }
}

/** The desired bands in device terms; undefined: they stay unchanged. */
function bandsOf(
  draft: Draft,
  place: string,
  desired: Wireless,
  exists: boolean,
  security: Security,
  { radios }: Hardware,
): Band[] | undefined {
  const all = radios ? [...radios.keys()] : (['2G', '5G'] as Band[])
  if (!desired.bands) return exists ? undefined : all.filter((band) => band !== '6G' || mayUseSix(security)).sort()
  const wished = [...new Set(desired.bands.map((band) => band.toUpperCase() as Band))].sort()
  const missing = wished.filter((band) => radios && !radios.has(band))
  const unsafe = wished.filter((band) => band === '6G' && !missing.includes(band) && !mayUseSix(security))
  const left = wished.filter((band) => !missing.includes(band) && !unsafe.includes(band))
  const instead = left.join(', ') || undefined
  const names = missing.map((band) => band.replace('G', ' GHz').replace('2 ', '2.4 ')).join(', ')
  if (missing.length > 0)
    draft.refuse(
      `${place}/bands`,
      { zh: '设备没有 ' + names + ' 射频', en: `The device has no radio for ${names}` },
      instead,
    )
  if (unsafe.length > 0)
    draft.refuse(
      `${place}/bands`,
      { zh: '6 GHz 只能使用 WPA3 或增强型开放网络', en: '6 GHz supports only WPA3 and enhanced open' },
      instead,
    )
  return left
}

interface Part {
  entry: Json
  six: boolean
  made: boolean
}

/** The entries of a network: 6 GHz has a separate one where the security of the other bands differs. */
function partsOf(draft: Draft, key: string, bands: Band[] | undefined, security: Security, by: string): Part[] {
  const there = ownEntries(draft, key)
  if (bands === undefined)
    return there.map((entry) => ({ entry, six: textsIn(entry['wifi-bands']).join() === '6G', made: false }))
  const others = bands.filter((band) => band !== '6G')
  const wanted = bands.includes('6G') && others.length > 0 && mayUseSix(security) ? [others, ['6G']] : [bands]
  const parts = wanted.map((own, n): Part => {
    const was = there[n]
    const entry = was ?? newEntry(draft, key, there[0])
    draft.set(entry, 'wifi-bands', own, by)
    return { entry, six: own.join() === '6G', made: was === undefined }
  })
  if (there.length > wanted.length) removeEntries(draft, key, wanted.length)
  return parts
}

function ownEntries(draft: Draft, key: string): Json[] {
  return spotsOf(draft, key).map(({ network, at }) =>
    draft.item(draft.list(draft.item(draft.list(draft.root, 'interfaces'), network), 'ssids'), at),
  )
}

/** A second entry of a network has the settings of its first one, except for those of intents. */
function newEntry(draft: Draft, key: string, like: Json | undefined): Json {
  const made = { name: key, 'bss-mode': 'ap', ...structuredClone(like) }
  return draft.append(draft.list(uplinkOf(draft), 'ssids'), made, [`wireless/${key}`])
}

/** The first untagged network towards the rest of the site, as an owned object. */
function uplinkOf(draft: Draft): Json {
  const upstream = objectsIn(draft.root['interfaces']).filter(({ one }) => one['role'] === 'upstream')
  const found = upstream.find(({ one }) => vlanOf(one) === undefined) ?? upstream[0]
  const interfaces = draft.list(draft.root, 'interfaces')
  return draft.item(interfaces, found?.at ?? interfaces.length)
}

function fill(
  draft: Draft,
  entry: Json,
  key: string,
  desired: Wireless,
  { security, six, made, name }: { security: Security; six: boolean; made: boolean; name: string },
): void {
  const place = `wireless/${key}`
  const flag = (field: 'hidden' | 'isolate', member: string) => {
    if (desired[field] !== undefined) draft.set(entry, member, desired[field] === 1, `${place}/${field}`)
  }
  if (desired.ssid !== undefined) draft.set(entry, 'name', name, `${place}/ssid`)
  flag('hidden', 'hidden-ssid')
  flag('isolate', 'isolate-clients')
  if (desired.max_clients !== undefined)
    draft.set(entry, 'maximum-clients', desired.max_clients, `${place}/max_clients`)
  setSecurity(draft, entry, key, desired, made ? { ...security, wished: true } : security, six)
  setRates(draft, entry, place, desired)
  if (desired.deny?.length === 0) draft.drop(entry, 'access-control-list')
  else if (desired.deny)
    draft.set(entry, 'access-control-list', { mode: 'deny', 'mac-address': [...desired.deny] }, `${place}/deny`)
}

/** Whole Mbit/s, for each terminal; up is received by the access point. */
function setRates(draft: Draft, entry: Json, place: string, { up_kbps, down_kbps }: Wireless): void {
  const put = (field: 'up_kbps' | 'down_kbps', member: string, kbps: number | undefined) => {
    if (kbps === undefined) return
    const mbps = Math.ceil(kbps / 1000)
    if (mbps * 1000 !== kbps)
      draft.refuse(
        `${place}/${field}`,
        { zh: '该设备的限速以 Mbit/s 为单位', en: 'This device limits in whole Mbit/s' },
        `${mbps} Mbit/s`,
      )
    draft.set(draft.object(entry, 'rate-limit'), member, mbps, `${place}/${field}`)
  }
  put('up_kbps', 'ingress-rate', up_kbps)
  put('down_kbps', 'egress-rate', down_kbps)
}

/** Moves the network's entries to their interface: one of the device's own networks, or a VLAN of its uplink. */
function moveEntries(draft: Draft, key: string, desired: Wireless, entries: ReadonlySet<Json>): void {
  const target = targetOf(draft, `wireless/${key}`, desired)
  if (!target) return
  const ssids = draft.list(target.own, 'ssids')
  for (const { one, at } of objectsIn(draft.root['interfaces'])) {
    if (one === target.own || !objectsIn(one['ssids']).some(({ one: entry }) => entries.has(entry))) continue
    const network = draft.item(draft.list(draft.root, 'interfaces'), at)
    const from = draft.list(network, 'ssids')
    const moved = objectsIn(from).filter(({ one: entry }) => entries.has(entry))
    for (const { at: n } of [...moved].reverse()) from.splice(n, 1)
    if (from.length === 0) draft.drop(network, 'ssids')
    for (const { one: entry } of moved) {
      ssids.push(entry)
      draft.note(entry, target.by)
    }
  }
}

function targetOf(draft: Draft, place: string, { network, vlan }: Wireless): { own: Json; by: string } | undefined {
  const interfaces = objectsIn(draft.root['interfaces'])
  const item = (at: number) => draft.item(draft.list(draft.root, 'interfaces'), at)
  if (network !== undefined) {
    if (vlan !== undefined)
      draft.refuse(`${place}/vlan`, {
        zh: '已指定所属网络，VLAN 由该网络决定',
        en: 'It belongs to a network, which decides the VLAN',
      })
    const found = interfaces.find(({ one }) => one['name'] === network && one['role'] === 'downstream')
    if (found) return { own: item(found.at), by: `${place}/network` }
    draft.refuse(`${place}/network`, {
      zh: '设备上没有网络“' + network + '”',
      en: `The device has no network “${network}”`,
    })
    return undefined
  }
  if (vlan === undefined) return undefined
  const found = interfaces.find(({ one }) => one['role'] === 'upstream' && vlanOf(one) === vlan)
  if (found) return { own: item(found.at), by: `${place}/vlan` }
  const made = {
    name: `VLAN${vlan}`,
    role: 'upstream',
    vlan: { id: vlan },
    ethernet: [{ 'select-ports': ['WAN*'], 'vlan-tag': 'tagged' }],
    ipv4: { addressing: 'none' },
  }
  return { own: draft.append(draft.list(draft.root, 'interfaces'), made, [`${place}/vlan`]), by: `${place}/vlan` }
}
