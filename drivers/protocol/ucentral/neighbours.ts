import type { NeighbourFact } from '../../kit/facts.ts'
import { keysOf, listOf, macOf, objectOf, textOf, textsOf, type Loose } from '../../kit/coerce.ts'

const MAX_NEIGHBOURS = 512

/** LLDP neighbours of upstream and downstream ports. */
export function neighboursOf(state: Loose): NeighbourFact[] {
  const peers = objectOf(state['lldp-peers'])
  const facts: NeighbourFact[] = []
  for (const side of [objectOf(peers.upstream), objectOf(peers.downstream)]) {
    for (const port of keysOf(side, MAX_NEIGHBOURS)) addPeers(facts, port, side[port])
  }
  return facts
}

function addPeers(facts: NeighbourFact[], port: string, peers: unknown): void {
  for (const one of listOf(peers, 32)) {
    if (facts.length >= MAX_NEIGHBOURS) return
    const peer = objectOf(one)
    const name = textOf(peer.name)
    const mac = macOf(peer.mac)
    if (name === undefined && mac === undefined) continue
    facts.push({
      port: port.slice(0, 32),
      name,
      mac,
      remote_port: textOf(peer.port_id ?? peer.port ?? peer.port_descr, 64),
      description: textOf(peer.description, 256),
      addresses: textsOf(peer.management_ips, 8, 64),
      capabilities: textsOf(peer.capability, 8, 32),
    })
  }
}

/**
 * Whether a neighbour is network equipment, with devices behind it. A telephone bridges too but is a terminal, and so is a
 * computer with an LLDP daemon; a neighbour without capabilities counts as equipment.
 */
export function isInfrastructure(neighbour: NeighbourFact): boolean {
  const words = neighbour.capabilities ?? []
  if (words.length === 0) return true
  if (words.some((word) => /phone/i.test(word))) return false
  return words.some((word) => /bridge|router|wlan|repeater|switch|access.?point/i.test(word))
}
