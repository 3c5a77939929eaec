import { snOf } from '@belvedere/pure/device/device-id.ts'
import type { IdentifyRequest } from '../../../devices/device-link.ts'

/** A device at the door, under the serial number it is stored by. */
export interface IncomingDevice extends IdentifyRequest {
  readonly serial: string
}

export const incomingDevice = (ask: IdentifyRequest): IncomingDevice => ({ ...ask, serial: snOf(ask.id) })
