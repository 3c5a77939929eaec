import type { DeviceEvent, DeviceFacts } from './facts.ts'
import type { LateSamples } from './late-samples.ts'
import type { LogLines } from './log-lines.ts'

/** A chunk of a remote shell's output. */
export interface StreamPiece {
  session: string
  /** Base64. */
  data?: string
  closed?: true
  exit?: number
}

/** One device message, decoded. */
export interface Reading {
  facts?: DeviceFacts
  events?: DeviceEvent[]
  streams?: StreamPiece[]
  late?: LateSamples
  /** Lines of its log, from a device whose identity has `logs`. */
  logs?: LogLines
}
