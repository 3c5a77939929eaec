import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { placeOf } from '../../../base/edge/address.ts'
import type { Db } from '../../../kernel/db.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { openVault } from '../../../base/keys/vault.ts'
import { codeBody, takenBody } from './code-message.ts'
import { deliver, maskTarget, queueMessage, notifyOutbox } from '../../delivery/api.ts'
import { refuseLocked } from '../old-password.ts'
import { addressLocks, lockedFor } from '../rules.ts'
import { countTry, guardKey, readGuards } from '../store.ts'
import { addressLimits, CODE_LIFE, type CodeUse, MAX_TRIES, RESEND, targetLimits, waitFor } from './code-rules.ts'
import { addCode, countCodeTry, listRequested, lockTarget, markSpent, type NewCode, uncountCodeTry } from './store.ts'

type CodeCtx = Pick<Ctx, 'system' | 'ip' | 'lang' | 'now'>

export interface IssueOptions {
  instead?: Instead | undefined
  /** The standing whose allowance the code uses; see `NewCode`. */
  standing?: 0 | 1 | 2
}

/** What is sent instead of the code: nothing, or a message that an account already has the address. */
export type Instead = 'nothing' | 'taken'

const DAY = 86_400
const sealedFor = 'code'

/**
 * Sends a new code; the previous one requested from the same place becomes invalid. With `instead` no code is sent, but
 * every step is the same, so that neither the answer nor its duration reveals who has an account. Commits independently
 * of the caller's transaction. Refuses when one was sent within a minute, or when too many were sent to the target or
 * from the caller's address. Returns the seconds until another may be requested, and until this one expires.
 */
export async function issueCode(
  at: CodeCtx,
  use: CodeUse,
  { instead, standing = 0 }: IssueOptions = {},
): Promise<{ resend_in: number; expires_in: number }> {
  const now = at.now()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const vault = await openVault(at.system.config.data)
  const hash = vault.seal(hashOf(code).toString('base64url'), sealedFor)
  const row: NewCode = {
    ...keysOf(use),
    ip: at.ip,
    place: placeOf(at.ip),
    standing,
    hash,
    now,
    expires_at: now + CODE_LIFE,
  }
  const { channel: carrier, target, purpose } = use
  const body = instead === 'taken' && carrier === 'email' ? takenBody(at.lang) : codeBody(use, code, at.lang)
  const message = { carrier, target, masked: maskTarget(carrier, target), purpose, body, expires_at: row.expires_at }
  const nobody = instead === 'nothing' || (instead === 'taken' && carrier === 'sms')
  const id = await at.system.database.transaction(async (db) => {
    await requireUnderLimits(db, row)
    await addCode(db, row)
    return queueMessage(db, at.system, message, nobody)
  })
  notifyOutbox(at.system)
  await at.system.enqueue(deliver, { id })
  return { resend_in: RESEND, expires_in: CODE_LIFE }
}

async function requireUnderLimits(db: Db, row: NewCode): Promise<void> {
  await lockTarget(db, row.target)
  const request = await listRequested(db, row, row.now - DAY)
  const seconds = waitFor(request.key, [{ within: RESEND, most: 1 }], row.now)
  if (seconds > 0) throw refuse(errors.codeTooSoon, { seconds }, { seconds })
  const long = Math.max(waitFor(request.target, targetLimits, row.now), waitFor(request.ip, addressLimits, row.now))
  if (long > 0) throw refuse(errors.codeTooMany, { minutes: Math.ceil(long / 60) }, { seconds: long })
}

/**
 * Refuses unless `code` is the last one sent for this use, not expired and not used. It is marked used in the caller's
 * transaction, so a call that refuses afterwards leaves it valid. A wrong one is counted immediately, for the code and
 * for the caller's address. At most once a call for the same use.
 */
export async function spendCode(ctx: Ctx, use: CodeUse, code: string): Promise<void> {
  const id = await judgeCode(ctx, use, code)
  if (!(await markSpent(ctx, id, keysOf(use).key, ctx.now()))) throw codeWrong(ctx)
}

/** As `spendCode`, but leaves the code valid. */
export async function checkCode(ctx: Ctx, use: CodeUse, code: string): Promise<void> {
  await judgeCode(ctx, use, code)
}

async function judgeCode(ctx: Ctx, use: CodeUse, code: string): Promise<number> {
  const place = placeOf(ctx.ip)
  const [byAddress, now] = [guardKey('address', place), ctx.now()]
  refuseLocked(lockedFor(await readGuards(ctx.system, [byAddress]), now))
  // outside the call's transaction: a refusal rolls that back, the count must persist
  const last = await countCodeTry(ctx.system, { key: keysOf(use).key, place }, MAX_TRIES, now)
  const vault = await openVault(ctx.system.config.data)
  const wanted = last ? Buffer.from(vault.open(last.hash, sealedFor), 'base64url') : hashOf('')
  if (timingSafeEqual(wanted, hashOf(code.trim())) && last) {
    await uncountCodeTry(ctx.system, last)
    return last.id
  }
  await countTry(ctx.system, byAddress, addressLocks, now)
  ctx.log.warn({ ip: ctx.ip, uid: ctx.uid, purpose: use.purpose }, 'wrong code')
  throw codeWrong(ctx)
}

/** The refusal of an invalid code, with its field. */
export const codeWrong = (ctx: Pick<Ctx, 'lang'>) =>
  refuse(errors.codeWrong, undefined, { fields: { code: errors.codeWrong[ctx.lang] } })

const hashOf = (text: string) => createHash('sha256').update(text).digest()

function keysOf({ channel, target, purpose }: CodeUse): Pick<NewCode, 'key' | 'target'> {
  return { key: hashOf(`${purpose} ${channel} ${target}`), target: hashOf(`${channel} ${target}`) }
}
