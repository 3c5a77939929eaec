import { discoverAll } from '../kernel/discovery/discover.ts'
import type { System } from '../kernel/implement.ts'

interface PlacedDevice {
  id: number
  scene_id: number
  /** As `deviceType` has it. */
  type: number
}

/** Devices between each of these and the edge of its scene, by id; stated by the room that knows the network. */
export interface UplinkDepths {
  depthsOf(system: System, devices: readonly PlacedDevice[]): Promise<Map<number, number>>
}

const mark = Symbol.for('belvedere.uplink-depths')

/** Export the result from a file of the room. */
export function defineUplinkDepths(depths: UplinkDepths): UplinkDepths {
  Object.defineProperty(depths, mark, { value: true })
  return depths
}

function isUplinkDepths(value: unknown): value is UplinkDepths {
  return typeof value === 'object' && value !== null && mark in value
}

/** Work that cuts what hangs on a device begins with the deepest. Empty where no room states depths. */
export async function uplinkDepths(system: System, devices: readonly PlacedDevice[]): Promise<Map<number, number>> {
  const [stated] = await discoverAll(isUplinkDepths)
  return (await stated?.depthsOf(system, devices)) ?? new Map()
}
