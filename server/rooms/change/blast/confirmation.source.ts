import { confirmErrors } from '@belvedere/contract/kit/confirm.ts'
import type { Static } from 'typebox'
import type { Confirmation } from '@belvedere/contract/kit/confirm.ts'
import {
  type Asking,
  defineConfirmation,
  type Doing,
  type ConfirmationInput,
} from '../../../engines/confirm/confirm.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { openVault } from '../../../base/keys/vault.ts'
import { surroundingsOf, SURROUNDINGS_FRESH } from '../../topology/api.ts'
import { isLoopback, plainAddress } from './address-rules.ts'
import { type Reckoned, reckon } from './blast.ts'
import { blastWords } from './blast-words.ts'
import { isAboveBound, MOST_UNASKED } from './bound-rules.ts'
import { isPathOf } from './store.ts'

/** Seconds for which a confirmation is valid. */
const VALID = 600

/** What has to be confirmed before the action; undefined: nothing. */
export async function confirmationOf(
  ctx: Asking,
  request: Doing,
): Promise<{ reckoned: Reckoned; confirm: Static<typeof Confirmation> | null }> {
  const reckoned = await reckon(ctx, { ...request, ip: ctx.ip })
  if (!isAboveBound(reckoned.blast)) return { reckoned, confirm: null }
  const until = ctx.now() + VALID
  return {
    reckoned,
    confirm: { text: reckoned.text, token: `${until}.${await tokenOf(ctx, request, reckoned, until)}` },
  }
}

/**
 * Refuses an action without a confirmation, or with one for another person, action, device or blast radius. Everything
 * is computed again: if the network changed since the request, a new confirmation is required.
 */
export const confirmation = defineConfirmation({
  async require(ctx, doing, given) {
    if (doing.ids.length === 0 || (await isSurelyBelow(ctx, doing))) return
    const { reckoned, confirm } = await confirmationOf(ctx, doing)
    if (!confirm || (await isConfirmed(ctx, doing, reckoned, given))) return
    const { blast, text } = reckoned
    throw refuse(confirmErrors.needsConfirm, { parts: blastWords(blast, ctx.lang), text }, { blast, confirm })
  },
})

/**
 * Whether the action is below the bound by stored facts of the network: no devices depend on the selected ones, and the
 * caller's connection does not use them. A command to one of ten thousand devices then does not read all of them.
 */
async function isSurelyBelow(ctx: Asking, { ids, action, named = ids }: Doing): Promise<boolean> {
  // an action on a whole scene requires reading the scene
  if (named.length < ids.length) return false
  if (action === 'remove') return ids.length <= MOST_UNASKED
  if (action === 'poe') return false
  const around = await surroundingsOf(ctx.system, ids, SURROUNDINGS_FRESH)
  const meant = new Set(ids)
  if (ids.some((id) => around.get(id)?.below.some((one) => !meant.has(one)))) return false
  const address = plainAddress(ctx.ip)
  return isLoopback(address) || !(await isPathOf(ctx, address, ids))
}

async function isConfirmed(
  ctx: Asking,
  request: Doing,
  reckoned: Reckoned,
  { confirm_token = '', confirm_text }: ConfirmationInput,
): Promise<boolean> {
  const [until = '', mac = ''] = confirm_token.split('.')
  if (confirm_text?.trim() !== reckoned.text || !(Number(until) >= ctx.now())) return false
  return mac === (await tokenOf(ctx, request, reckoned, Number(until)))
}

/** The number of terminals changes every minute: it is displayed, and not part of the signature. */
async function tokenOf(
  { system, uid }: Asking,
  { ids, action, ports = [] }: Doing,
  { lost, blast }: Reckoned,
  until: number,
): Promise<string> {
  const devices = [...new Set(ids)].sort((a, b) => a - b)
  const what = JSON.stringify([uid, until, action, devices, [...ports].sort(), lost, blast.own_path])
  return (await openVault(system.config.data)).digest(what, 'blast')
}
