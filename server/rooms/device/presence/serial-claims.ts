import type { QueryContext } from '../../../kernel/db.ts'
import { discoverAll } from '../../../kernel/discovery/discover.ts'

/** Requests of other teams for a device, defined by the room that stores the requests. */
export interface SerialClaims {
  /** Another team has requested the device of this serial number. */
  isWanted(ctx: QueryContext, serial: string): Promise<boolean>
}

const mark = Symbol.for('belvedere.serial-claims')

/** Export the result from a file of the room. */
export function defineSerialClaims(stated: SerialClaims): SerialClaims {
  Object.defineProperty(stated, mark, { value: true })
  return stated
}

const isSerialClaims = (value: unknown): value is SerialClaims =>
  typeof value === 'object' && value !== null && mark in value

export async function isWanted(ctx: QueryContext, serial: string): Promise<boolean> {
  const answers = await Promise.all((await discoverAll(isSerialClaims)).map((one) => one.isWanted(ctx, serial)))
  return answers.includes(true)
}
