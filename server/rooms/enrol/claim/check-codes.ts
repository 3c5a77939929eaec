import { enrolErrors as errors } from '@belvedere/contract/rooms/enrol/errors.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { type Refusal, refuse } from '../../../kernel/refuse.ts'
import { isCode } from './proof.ts'
import { codesOf, countTry } from './store.ts'

/**
 * Maximum number of wrong codes in an hour: of a team for one serial number, of a team for all of them, of all teams
 * for one serial number.
 */
export const MOST_TRIES = { own: 5, team: 20, serial: 25 }

export interface TypedCode {
  serial: string
  code: string
}

/**
 * Checks which devices the typed codes belong to. The refusal is the same for unknown serial numbers, owned ones, and
 * those with another code. An attempt is counted before it is checked, outside the call's transaction, so that neither
 * concurrent nor refused calls allow more; a correct one is uncounted. To be called before the call's first query:
 * concurrent calls that each hold a connection and need another one would deadlock.
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
  // an attempt that is not checked does not count for others: one team's guessing blocks no other team
  const isOver = own > MOST_TRIES.own || team > MOST_TRIES.team
  const [all = 0] = isOver ? [] : await countTry(system.db, every, hour, 1)
  if (isOver || all > MOST_TRIES.serial)
    return refuse(errors.tooManyTries, { minutes: Math.ceil(((hour + 1) * 3600 - now) / 60) })
  if (!fits) return refuse(errors.wrongClaimCode, undefined, { fields: { claim_code: errors.wrongClaimCode[lang] } })
  await countTry(system.db, [...every, ...mine], hour, -1)
  return undefined
}
