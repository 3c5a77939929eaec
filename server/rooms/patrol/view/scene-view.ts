import type { DeviceFacts } from '@belvedere/contract/rooms/device/facts.ts'
import type { Effective } from '@belvedere/contract/kit/intent/define-intent-kind.ts'

/** A device as seen by the rules of the patrol; unknown values are missing. */
export interface ViewDevice {
  id: number
  name: string
  sn: string
  type: number
  vendor: string
  model: string
  firmware: string
  online: boolean
  /** Unix seconds since which the state lasts; 0: it never connected. */
  since: number
  simulated: boolean
  /** Seconds since it was claimed. */
  claimed_at: number
  verbs: readonly string[]
  /** `syncState`. */
  sync: number
  /** Its last report; {} before the first. */
  facts: Omit<DeviceFacts, 'terminals'>
  facts_at: number
  /** Its running configuration as intents; undefined: not known. */
  runs: Effective | undefined
  /** Means of the last day, percent and degrees; null: not reported. */
  cpu: number | null
  mem: number | null
  temp: number | null
  /** Unix seconds of its last complete backup; null: none. */
  backup_at: number | null
  /**
   * Version of the library that is newer than the running one; '' when there is none, undefined when the library has no
   * image of its model.
   */
  newer: string | undefined
  /** Terminals on the radio now, and those whose signal is weak. */
  wireless: { total: number; weak: number }
}

export interface ViewAlarm {
  device_id: number
  type: string
  key: string
  level: number
  /** How often it reconnected. */
  cnt: number
  open: boolean
  last_at: number
}

/** The state of one scene at one time. */
export interface PatrolSceneView {
  /** Unix seconds. */
  now: number
  scene_id: number
  time_zone: string
  devices: readonly ViewDevice[]
  byId: ReadonlyMap<number, ViewDevice>
  /** Of the last seven days, and all open ones. */
  alarms: readonly ViewAlarm[]
  /** Days after which a backup is overdue. */
  overdue_days: number
  /** Accounts of other teams that may change the scene without time limit. */
  endless_shares: number
  /** Addresses of terminals that are online, as numbers. */
  addresses: readonly number[]
  /** Other devices of the scene connected by cable, by port. */
  links: ReadonlyMap<number, ReadonlyMap<string, ViewDevice>>
  /** Hops from the uplink of the scene; devices without a known position are missing. */
  depths: ReadonlyMap<number, number>
}

export const isGateway = ({ type }: Pick<ViewDevice, 'type'>): boolean => type === 0 || type === 3 || type === 4
export const isAp = ({ type }: Pick<ViewDevice, 'type'>): boolean => type === 1
export const isSwitch = ({ type }: Pick<ViewDevice, 'type'>): boolean => type === 2

/** Devices that are online and have reported: rules about the current state use only these. */
export const present = ({ devices }: PatrolSceneView): ViewDevice[] =>
  devices.filter(({ online, facts_at }) => online && facts_at > 0)
