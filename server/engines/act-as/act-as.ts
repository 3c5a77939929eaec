import type { Lang } from '@belvedere/contract/kit/text.ts'
import type { AccountLoss } from '@belvedere/contract/rooms/account/loss/enums.ts'
import type { Access, RequiredRights } from '../../kernel/access.ts'
import type { QueryContext } from '../../kernel/db.ts'
import { discoverOne } from '../../kernel/discovery/discover.ts'
import type { AuditNote, System } from '../../kernel/implement.ts'
import { lossOf } from '../../kernel/live/loss.ts'
import { isRightsSource } from './rights-source.ts'

/** The present rights of an account, and its name in logs. */
export interface Rights {
  uid: number
  /** For the given call: only the scenes in which that is allowed. */
  access: Access
  account: string
  name: string
  lang: Lang
  /** The right missing for the call in a scene; undefined: none. */
  lossIn(scene_id: number): AccountLoss | undefined
}

/**
 * The present rights of an account in a call, for deferred work; in a scene if the call concerns one. Waiting or stepwise work checks at
 * each step, and states the reason of a loss.
 */
export async function actAs(
  system: Pick<System, 'db' | 'access'>,
  uid: number,
  call: RequiredRights,
  scene_id?: number,
): Promise<Rights | { lost: AccountLoss }> {
  const source = await discoverOne(isRightsSource, 'rights source')
  const found = await source.find(system, uid)
  if (!found) return { lost: 'account_gone' }
  const { access: all, ...known } = found
  const lost = lossOf(all, call, scene_id)
  if (lost) return { lost }
  return { ...known, uid, access: all.within(call), lossIn: (scene) => lossOf(all, call, scene) }
}

/** The context of a step on behalf of an account. */
export interface ActingContext extends QueryContext {
  readonly system: System
  readonly uid: number
  /** Name of the account in logs. */
  readonly operator: string
  readonly lang: Lang
  now(): number
  audit(note: AuditNote): void
}

/**
 * The context of a step that is no call: a read, or a task with its own log. `db`: a transaction of the step; `now`: the time that it is
 * for; `audit`: receives its audit entries, which are dropped otherwise. Work of a call runs in `inCall`.
 */
export function contextOf(
  system: System,
  { uid, access, name, lang }: Rights,
  {
    db = system.db,
    now = () => system.now(),
    audit = () => {},
  }: Partial<Pick<ActingContext, 'db' | 'now' | 'audit'>> = {},
): ActingContext {
  return { db, access, system, uid, operator: name, lang, now, audit }
}
