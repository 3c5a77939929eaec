import { discoverAll } from '../kernel/discovery/discover.ts'
import type { System } from '../kernel/implement.ts'

interface PlacedDevice {
  id: number
  scene_id: number
  /** As `deviceType` has it. */
  type: number
}

/** Number of devices between each of these and the edge of its scene, by id; provided by the room topology. */
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

/** Work that disconnects devices behind a device starts with the deepest. Empty if no room provides depths. */
export async function uplinkDepths(system: System, devices: readonly PlacedDevice[]): Promise<Map<number, number>> {
  const [stated] = await discoverAll(isUplinkDepths)
  return (await stated?.depthsOf(system, devices)) ?? new Map()
}
