import { objectOf, textOf } from '@belvedere/drivers/kit/coerce.ts'
import {
  type Abilities,
  defineProtocol,
  type InvalidArgument,
  type ProtocolMember,
} from '@belvedere/drivers/kit/define-protocol.ts'
import type { CommandResult, DeviceCommand } from '@belvedere/drivers/kit/facts.ts'

/** For tests: a fictional protocol. Devices send lines `WORD key=value …` and accept lines of the same form. */
export interface PagerHello {
  oui: string
  class: string
  serial: string
  version: string
}

/** A line, and the meaning of the response line. */
export interface PagerCommand {
  line: string
  read(answer: string): CommandResult
}

export interface PagerProtocol extends ProtocolMember<PagerHello> {
  readonly name: 'pager'
  encode(command: DeviceCommand, can: Abilities): PagerCommand | InvalidArgument | undefined
  /** Longest line that the device accepts. */
  readonly maxLine: number
}

export const pager = defineProtocol<PagerProtocol>('pager', (given) => {
  const params = objectOf(given)
  return {
    oui: textOf(params.oui, 6) ?? '',
    class: textOf(params.class, 32) ?? '',
    serial: textOf(params.serial, 32) ?? '',
    version: textOf(params.version, 32) ?? '',
  }
})
