import type { TopologyNode } from './network.ts'

export interface Sieve {
  text: string
  /** 0: any. */
  vlan: number
  ssid: string
  /** -1: any. */
  band: number
}

export const noSieve: Sieve = { text: '', vlan: 0, ssid: '', band: -1 }

/** Ids of the matching nodes, and of the nodes on their paths to the uplink; undefined: no filter. */
export function sift(
  nodes: readonly TopologyNode[],
  sieve: Sieve,
): { hits: Set<string>; lit: Set<string> } | undefined {
  const wanted = sieve.text.trim().toLowerCase()
  if (wanted === '' && sieve.vlan === 0 && sieve.ssid === '' && sieve.band < 0) return undefined
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const hits = new Set(nodes.filter((node) => holds(node, wanted) && carries(node, sieve)).map(({ id }) => id))
  const lit = new Set<string>()
  for (const id of hits) {
    for (let at: string | null | undefined = id; at && !lit.has(at); at = byId.get(at)?.parent) lit.add(at)
  }
  return { hits, lit }
}

function holds({ name, sn, ip, mac, model }: TopologyNode, wanted: string): boolean {
  if (wanted === '') return true
  const bare = wanted.replaceAll(/[:.-]/g, '')
  const inMac = bare.length > 2 && (mac ?? '').replaceAll(':', '').includes(bare)
  return inMac || [name, sn, ip ?? '', model].some((text) => text.toLowerCase().includes(wanted))
}

function carries({ folds, ssids }: TopologyNode, { vlan, ssid, band }: Sieve): boolean {
  if (vlan === 0 && ssid === '' && band < 0) return true
  const fits = folds.some(
    (fold) =>
      (vlan === 0 || fold.vlan === vlan) && (ssid === '' || fold.ssid === ssid) && (band < 0 || fold.link === band),
  )
  // an access point without terminals provides the network as well
  return fits || (ssid !== '' && vlan === 0 && band < 0 && ssids.includes(ssid))
}

/** Values of the filter: existing VLANs and wireless networks. */
export function choicesOf(nodes: readonly TopologyNode[]): { vlans: number[]; ssids: string[] } {
  const vlans = new Set<number>()
  const ssids = new Set<string>()
  for (const { folds, ssids: offered } of nodes) {
    for (const one of offered) ssids.add(one)
    for (const { vlan, ssid } of folds) {
      if (vlan > 0) vlans.add(vlan)
      if (ssid) ssids.add(ssid)
    }
  }
  return { vlans: [...vlans].sort((a, b) => a - b), ssids: [...ssids].sort() }
}
