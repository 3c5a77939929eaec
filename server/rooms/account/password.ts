import { argon2, type Argon2Parameters, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { accountErrors } from '@belvedere/contract/rooms/account/errors.ts'
import { passwordLevel } from '@belvedere/pure/sign-in/password-level.ts'
import { refuse } from '../../kernel/refuse.ts'
import { FairSemaphore } from '../../engines/fair-semaphore/fair-semaphore.ts'

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

/** The second argon2id parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const costs = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG = 32

/**
 * Each hash takes about 20 ms and 19 MB, and anyone may request one: few run at once, requesters take turns, and one
 * slot is reserved for known browsers and signed-in accounts.
 */
const semaphore = new FairSemaphore({ atOnce: 3, atOnceRest: 1, waiting: 400, waitingOfOne: 30 })

interface PasswordCaller {
  /** The key of the semaphore: a place, or an account. */
  readonly who: string
  readonly isFirst: boolean
}

async function inTurn<T>({ who, isFirst }: PasswordCaller, work: () => Promise<T>): Promise<T> {
  const taken = await semaphore.take(who, isFirst, work)
  if (!taken) throw refuse(commonErrors.tooMany, { seconds: 5 }, { seconds: 5 })
  return taken.done
}

/** The password as it is stored: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { message: password, nonce, tagLength: TAG, ...costs })
  const { memory, passes, parallelism } = costs
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(nonce)}$${bare(tag)}`
}

const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
const stored = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** Compared against for accounts that do not exist, so that they take as long as a wrong password. */
const nobodys = `$argon2id$v=19$m=${costs.memory},t=${costs.passes},p=${costs.parallelism}$${bare(randomBytes(16))}$${bare(randomBytes(TAG))}`

/** True when the password matches the stored hash; without a stored hash false, after the same time. */
export async function isPassword(password: string, hash: string | undefined, asker: PasswordCaller): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = stored.exec(hash ?? nobodys) ?? []
  const wanted = Buffer.from(tag, 'base64')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const nonce = Buffer.from(salt, 'base64')
  const tried = await inTurn(asker, () =>
    derive('argon2id', { message: password, nonce, tagLength: wanted.length, ...cost }),
  )
  return timingSafeEqual(tried, wanted)
}

/** Refuses a password that fails the strength rule. */
export function requireStrong(password: string): void {
  if (passwordLevel(password) === 0) throw refuse(accountErrors.weakPassword)
}

// without letters and digits that look similar
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** About 92 random bits in four groups, always of the highest level. */
export function generatePassword(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  const password = Array.from({ length: 4 }, group).join('-')
  return passwordLevel(password) === 3 ? password : generatePassword()
}
