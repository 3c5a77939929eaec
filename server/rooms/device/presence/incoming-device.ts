import { snOf } from '@belvedere/pure/device/device-id.ts'
import type { IdentifyRequest } from '../../../devices/device-link.ts'

/** A connecting device, with the serial number under which it is stored. */
export interface IncomingDevice extends IdentifyRequest {
  readonly serial: string
}

export const incomingDevice = (ask: IdentifyRequest): IncomingDevice => ({ ...ask, serial: snOf(ask.id) })
