import { enrolErrors as errors } from '@belvedere/contract/rooms/enrol/errors.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { type Refusal, refuse } from '../../../kernel/refuse.ts'
import { isCode } from './proof.ts'
import { codesOf, countTry } from './store.ts'

/** Wrong codes an hour: of a team for one serial number, of a team for all of them, of all teams for one serial number. */
export const MOST_TRIES = { own: 5, team: 20, serial: 25 }

export interface TypedCode {
  serial: string
  code: string
}

/**
 * Which of the devices each typed code belongs to; why not, of the others, is told alike for serial numbers nobody knows, that
 * somebody has, and that have another code. A try is counted before it is looked at, outside the call's transaction, so that
 * neither many at once nor a refused call try more; one that fits is taken back. To be asked before the call's own first query:
 * many calls that hold a connection each and want another would wait for each other.
 */
export async function checkCodes(ctx: Ctx, typed: readonly TypedCode[]): Promise<Map<string, Refusal | undefined>> {
  const codes = await codesOf(
    ctx.system,
    typed.map(({ serial }) => serial),
  )
  const found = new Map<string, Refusal | undefined>()
  for (const { serial, code } of typed) found.set(serial, await checkOne(ctx, serial, isCode(code, codes.get(serial))))
  return found
}

async function checkOne(ctx: Ctx, serial: string, fits: boolean): Promise<Refusal | undefined> {
  const { system, access, lang } = ctx
  const { team_id } = access
  const now = ctx.now()
  const hour = Math.floor(now / 3600)
  const mine = [
    { team_id, serial },
    { team_id, serial: '' },
  ]
  const every = [{ team_id: 0, serial }]
  const [own = 0, team = 0] = await countTry(system.db, mine, hour, 1)
  // what is not looked at does not count for others: nobody is kept out by who goes on guessing
  const isOver = own > MOST_TRIES.own || team > MOST_TRIES.team
  const [all = 0] = isOver ? [] : await countTry(system.db, every, hour, 1)
  if (isOver || all > MOST_TRIES.serial)
    return refuse(errors.tooManyTries, { minutes: Math.ceil(((hour + 1) * 3600 - now) / 60) })
  if (!fits) return refuse(errors.wrongClaimCode, undefined, { fields: { claim_code: errors.wrongClaimCode[lang] } })
  await countTry(system.db, [...every, ...mine], hour, -1)
  return undefined
}
