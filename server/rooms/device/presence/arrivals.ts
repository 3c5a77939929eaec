import type { Db } from '../../../kernel/db.ts'
import type { System } from '../../../kernel/implement.ts'
import type { IncomingDevice } from './incoming-device.ts'

/** A device as it is stored at its connection. */
export interface ArrivedDevice {
  id: number
  serial: string
  scene_id: number | null
  blocked: boolean
}

/** The work of another room when devices are stored, in the same transaction. */
export interface ArrivalSettlement {
  before(db: Db): Promise<void>
  /** The devices, with the scenes they are in afterwards. */
  after<Device extends ArrivedDevice>(db: Db, devices: readonly Device[]): Promise<Device[]>
}

type Settle = (devices: readonly IncomingDevice[], system: System) => ArrivalSettlement

const stated = new WeakMap<System, Settle>()

/** Set by one room when the gateway starts, before devices are identified. */
export function settleArrivalsBy(system: System, settle: Settle): void {
  stated.set(system, settle)
}

const nothing: ArrivalSettlement = { before: async () => {}, after: async (_, devices) => [...devices] }

export const arrivalOf = (devices: readonly IncomingDevice[], system: System): ArrivalSettlement =>
  stated.get(system)?.(devices, system) ?? nothing
