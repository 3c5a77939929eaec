import { parseIpv4 } from '@belvedere/pure/network/ipv4.ts'
import type { StatGateway } from './store.ts'

/**
 * Gateways whose uplink is in a network of another gateway of the same scene: their traffic passes that one too, and
 * would count twice.
 */
export function innerGateways(gateways: readonly Omit<StatGateway, 'tells_apps'>[]): number[] {
  const scenes = Map.groupBy(gateways, ({ scene_id }) => scene_id)
  return gateways
    .filter(({ device_id, scene_id, wan_ip }) =>
      scenes
        .get(scene_id)
        ?.some((other) => other.device_id !== device_id && other.lans.some((lan) => wan_ip && isIn(wan_ip, lan))),
    )
    .map(({ device_id }) => device_id)
}

function isIn(address: string, network: string): boolean {
  const [base = '', bits = ''] = network.split('/')
  const [a, b] = [parseIpv4(address), parseIpv4(base)]
  const shift = 32 - Number(bits)
  // no network of a site is wider than a /8, and a length of 32 means an address
  if (a === undefined || b === undefined || !(shift > 0 && shift <= 24)) return false
  return a >>> shift === b >>> shift
}
