import type { CallSpec } from '@belvedere/contract/kit/define-calls.ts'
import type { AuditNote, Ctx, System } from '../../kernel/implement.ts'
import { afterCommit, entriesOf } from '../../kernel/http/pipeline.ts'
import { discoverAll, discoverOne } from '../../kernel/discovery/discover.ts'
import { isAuditor } from '../../kernel/audit.ts'
import type { Session } from '../../kernel/session.ts'
import type { Rights } from './act-as.ts'
import { isRightsSource } from './rights-source.ts'

/** Runs `work` in a transaction as that call of the account; its changes are in the operation log. */
export async function inCall<T>(
  system: System,
  rights: Rights,
  call: Pick<CallSpec, 'at'>,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const later: (() => Promise<void> | void)[] = []
  const { uid, access, account, name, lang } = rights
  // it has no row and no fresh session
  const session: Session = { id: 0, uid, access, account, name, channel: 'console', lang, fresh_until: 0, limits: {} }
  const auditors = await discoverAll(isAuditor)
  const made = await system.database.transaction(async (db) => {
    const notes: AuditNote[] = []
    const ctx: Ctx = {
      db,
      access,
      uid,
      lang,
      session,
      ip: '',
      agent: '',
      request_id: '',
      log: system.log,
      system,
      uploads: [],
      now: () => system.now(),
      emit: (event, payload) => void later.push(() => system.emit(event, payload)),
      afterwards: (then) => void later.push(then),
      requireFresh: async (spec) => {
        const source = await discoverOne(isRightsSource, 'rights source')
        throw await source.challenge(system, session, spec)
      },
      audit: (note) => void notes.push(note),
    }
    const result = await work(ctx)
    const entries = entriesOf(call.at, ctx, notes).map((entry) => ({ ...entry, channel: 'timer' }))
    for (const auditor of auditors) await auditor.write(db, entries, system)
    return result
  })
  await afterCommit(later, system)
  return made
}
