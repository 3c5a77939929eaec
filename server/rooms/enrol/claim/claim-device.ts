import { enrolErrors as errors } from '@belvedere/contract/rooms/enrol/errors.ts'
import { deviceErrors } from '@belvedere/contract/rooms/device/errors.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import {
  type Claim,
  claimDevice,
  holdSerial,
  registerDevice,
  seenIn,
  claims,
  requireDevices,
} from '../../device/api.ts'
import { homeTeams, requireQuota } from '../../account/api.ts'
import { checkCodes } from './check-codes.ts'
import { claimUpdated } from './news.events.ts'
import { type ClaimRequest, requestDevices, countWaiting, endClaims, type NewClaim } from './store.ts'

/** Seconds for which a request waits, and for which a refusal remains. */
export const CLAIM_LIFE = 30 * 86_400

export type ClaimOutcome = { id: number; online: boolean } | { asked: ClaimRequest }

/** A team with an administrator of the installation needs no approval: it would approve itself. */
export const needsProof = async ({ system, access }: Ctx): Promise<boolean> =>
  !(await homeTeams(system)).includes(access.team_id)

/** Gives the device of a serial number to the scene, or requests it where the team has no proof of possession. */
export async function claimBySerial(
  ctx: Ctx,
  serial: string,
  input: Claim,
  code: string | undefined,
): Promise<ClaimOutcome> {
  if (!(await needsProof(ctx))) {
    const claimed = await claimFreely(ctx, serial, input)
    await endClaims(ctx.db, [serial], ctx.access.team_id)
    return claimed
  }
  const here = await seenIn({ db: ctx.system.db, access: ctx.access }, serial)
  if (here !== undefined) throw refuse(errors.alreadyHere, { scene: here })
  if (code) return claimByCode(ctx, serial, input, code)
  const one = { serial, scene_id: input.scene_id, group_id: null, name: input.name ?? '' }
  const [request] = await requestAll(ctx, [one])
  if (!request) throw refuse(errors.wrongClaimCode)
  return { asked: request }
}

async function claimByCode(ctx: Ctx, serial: string, input: Claim, code: string): Promise<ClaimOutcome> {
  const no = (await checkCodes(ctx, [{ serial, code }])).get(serial)
  if (no) throw no
  // the code was that of an unclaimed device; another call may have claimed it since
  const known = await holdSerial(ctx, serial)
  if (!known || known.scene_id !== null || known.blocked) throw refuse(errors.wrongClaimCode)
  await requireDevices(ctx, [input.scene_id])
  await claimDevice(ctx, known.id, input)
  await endClaims(ctx.db, [serial], ctx.access.team_id)
  return known
}

/** Claims the device for the scene: a waiting unclaimed one, or one registered before its first connection. */
async function claimFreely(ctx: Ctx, serial: string, input: Claim): Promise<{ id: number; online: boolean }> {
  const known = await holdSerial(ctx, serial)
  if (!known) {
    await requireDevices(ctx, [input.scene_id])
    const id = await registerDevice(ctx, serial, input)
    // it connected for the first time between the two queries
    return id === undefined ? claimFreely(ctx, serial, input) : { id, online: false }
  }
  if (known.scene_id !== null) {
    throw known.seen ? refuse(errors.alreadyHere, { scene: known.scene_name ?? '' }) : refuse(deviceErrors.claimed)
  }
  if (known.blocked) throw refuse(errors.blocked)
  await requireDevices(ctx, [input.scene_id])
  await claimDevice(ctx, known.id, input)
  return known
}

/**
 * Refuses when these would exceed the team's pending requests; other requests of the team wait until this transaction
 * ends.
 */
export async function requireRoom(ctx: Ctx, serials: readonly string[]): Promise<void> {
  const more = serials.length - (await countWaiting(ctx, serials, ctx.now()))
  if (more > 0) await requireQuota(ctx, claims, ctx.access.team_id, more)
}

/** Requests devices; refuses when the team's pending requests would exceed the limit. */
export async function requestAll(ctx: Ctx, list: readonly NewClaim[]): Promise<ClaimRequest[]> {
  if (list.length === 0) return []
  const at = ctx.now()
  await requireRoom(
    ctx,
    list.map(({ serial }) => serial),
  )
  const request = await requestDevices(ctx, list, { by: ctx.session?.name ?? '', at, until: at + CLAIM_LIFE })
  for (const scene_id of new Set(list.map((one) => one.scene_id))) ctx.emit(claimUpdated, { scene_id })
  return request
}
