import type { DeviceFacts, WanFact } from '@belvedere/contract/rooms/device/facts.ts'
import { blockOf } from '@belvedere/pure/network/cidr.ts'
import { parseIpv4 } from '@belvedere/pure/network/ipv4.ts'
import { isGateway, present, type PatrolSceneView, type ViewDevice } from '../view/scene-view.ts'

/** Lines to the internet that are in use. */
export const linesOf = ({ wans = [] }: Pick<DeviceFacts, 'wans'>): WanFact[] =>
  wans.filter(({ type }) => type !== 'disabled')

/** Gateways that report a line. */
export const gateways = (view: PatrolSceneView): ViewDevice[] =>
  present(view).filter((one) => isGateway(one) && linesOf(one.facts).length > 0)

/**
 * Gateways that lead out of the scene: none of their lines has an address in a network of another device of the scene.
 */
export function edgeGateways(view: PatrolSceneView): ViewDevice[] {
  const inside = view.devices.flatMap(({ id, facts }) =>
    (facts.interfaces ?? []).flatMap(({ addresses = [] }) =>
      addresses.flatMap((address) => ({ id, value: parseIpv4(bare(address)) })),
    ),
  )
  const isBehind = (id: number, address: string) => {
    const value = parseIpv4(bare(address))
    const length = Number(address.split('/')[1] ?? 32)
    if (value === undefined || !isPrivate(address) || !(length >= 8 && length <= 30)) return false
    const { first, last } = blockOf(value, length)
    return inside.some((one) => one.id !== id && one.value !== undefined && one.value >= first && one.value <= last)
  }
  return gateways(view).filter(
    ({ id, facts }) => !linesOf(facts).some(({ addresses }) => addresses.some((address) => isBehind(id, address))),
  )
}

const bare = (address: string) => address.split('/')[0] ?? ''

/** A private address, or one of carrier-grade NAT (100.64.0.0/10); with or without its prefix length. */
export function isPrivate(address: string): boolean {
  const value = parseIpv4(bare(address))
  if (value === undefined) return false
  return value >>> 24 === 10 || value >>> 20 === 0xac1 || value >>> 16 === 0xc0a8 || value >>> 22 === 0x191
}
