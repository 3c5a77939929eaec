import type { Words } from '@belvedere/contract/kit/text.ts'
import type { FaultRequest } from '../device/faults.ts'
import type { SitePlan } from '../model/site-plan.ts'

/** A fault that starts by itself, seconds after the start, and may repeat. */
export interface TimelineEntry {
  at: number
  every?: number
  fault: FaultRequest
}

/** A network to simulate, as data. */
export interface Scenario {
  name: string
  words: Words
  /** Seconds between states. */
  interval: number
  /** Factor for the real delays of reboots and downloads; 1 is the full time. */
  timeScale: number
  /** Report associations and cables as they change. */
  realtime: boolean
  /** Access points are in their factory state. */
  factory?: boolean
  /** Devices that connect per second when the fleet starts. */
  ramp: number
  /** Default number of devices; `scales` when other numbers are possible. */
  devices: number
  scales: boolean
  sites(devices: number): SitePlan[]
  timeline?: readonly TimelineEntry[]
}

const mark = Symbol('scenario')

export function defineScenario(scenario: Scenario): Scenario {
  return Object.assign(scenario, { [mark]: true })
}

export const isScenario = (value: unknown): value is Scenario =>
  typeof value === 'object' && value !== null && mark in value
