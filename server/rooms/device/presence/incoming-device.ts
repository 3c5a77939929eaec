import { snOf } from '@belvedere/pure/device/device-id.ts'
import type { IdentifyAsk } from '../../../devices/device-link.ts'

/** A device at the door, under the serial number it is stored by. */
export interface IncomingDevice extends IdentifyAsk {
  readonly serial: string
}

export const incomingDevice = (ask: IdentifyAsk): IncomingDevice => ({ ...ask, serial: snOf(ask.id) })
