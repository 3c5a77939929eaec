import type { Lang } from '@belvedere/contract/kit/text.ts'
import type { AccountLoss } from '@belvedere/contract/rooms/account/loss/enums.ts'
import type { Access, RequiredRights } from '../../kernel/access.ts'
import type { Reach } from '../../kernel/db.ts'
import { discoverOne } from '../../kernel/discovery/discover.ts'
import type { AuditNote, System } from '../../kernel/implement.ts'
import { lossOf } from '../../kernel/live/loss.ts'
import { isRightsSource } from './rights-source.ts'

/** What an account may do and see at this moment, and how logs name it. */
export interface Rights {
  uid: number
  /** Of the call it stands for: only the scenes in which that is allowed. */
  access: Access
  account: string
  name: string
  lang: Lang
  /** What is lacking for the call in a scene; undefined: nothing. */
  lossIn(scene_id: number): AccountLoss | undefined
}

/**
 * The rights an account has now in a call, for what runs on its behalf later; in a scene, where it is about one. What waits or
 * goes on in steps asks at each of them, and states the reason when they are lost.
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

/** What a step on behalf of an account is handed. */
export interface ActingContext extends Reach {
  readonly system: System
  readonly uid: number
  /** As the logs name the account. */
  readonly operator: string
  readonly lang: Lang
  now(): number
  audit(note: AuditNote): void
}

/**
 * The context of a step that is no call: a look, or a task with its own log. `db`: a transaction of the step; `now`: the moment it is about;
 * `audit`: where its notes go, without it nowhere. Work of a call runs in `inCall`.
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
