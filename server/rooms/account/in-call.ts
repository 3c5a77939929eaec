import type { CallSpec } from '@belvedere/contract/kit/define-calls.ts'
import type { AuditNote, Ctx, System } from '../../kernel/implement.ts'
import { afterCommit, entriesOf } from '../../kernel/pipeline.ts'
import { writeOperations } from '../log/api.ts'
import type { Session } from '../../kernel/session.ts'
import { challenge } from './otp/step-up.ts'
import type { Rights } from './rights.ts'

/** Runs `work` in a transaction as the account would by that call, by the clock; what it did is in the operation log. */
export async function inCall<T>(
  system: System,
  rights: Rights,
  call: Pick<CallSpec, 'at'>,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const later: (() => Promise<void> | void)[] = []
  const { uid, access, account, name, lang } = rights
  // it has no row, and nobody is there
  const session: Session = { id: 0, uid, access, account, name, channel: 'console', lang, fresh_until: 0, limits: {} }
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
        throw await challenge(system, session, spec)
      },
      audit: (note) => void notes.push(note),
    }
    const result = await work(ctx)
    await writeOperations(
      db,
      entriesOf(call.at, ctx, notes).map((entry) => ({ ...entry, channel: 'timer' })),
      system,
    )
    return result
  })
  await afterCommit(later, system)
  return made
}
