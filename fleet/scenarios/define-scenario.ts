import type { Words } from '@belvedere/contract/kit/text.ts'
import type { FaultRequest } from '../device/faults.ts'
import type { SitePlan } from '../model/site-plan.ts'

/** A fault that comes by itself, seconds after the start, and again. */
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
  /** How much of the real waiting for reboots and downloads; 1 is all of it. */
  timeScale: number
  /** Tells associations and cables as they happen. */
  realtime: boolean
  /** Access points are as they leave the factory. */
  factory?: boolean
  /** Devices that dial a second when the fleet starts. */
  ramp: number
  /** Devices it has by default; `scales` when it can have other numbers. */
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
