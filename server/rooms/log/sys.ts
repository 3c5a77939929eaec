import { logErrors as errors } from '@belvedere/contract/rooms/log/errors.ts'
import { RETENTION_DAYS } from '@belvedere/contract/rooms/log/enums.ts'
import { sysCalls } from '@belvedere/contract/rooms/log/sys.ts'
import { defineAuditor } from '../../kernel/audit.ts'
import { type Ctx, implement, type System } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { isReversal, type Never } from '../../engines/undo/define-undo.ts'
import { mentionedIn } from './mentioned.ts'
import { purgeLog, listAuditEntries, namesOf, type AuditRow, writeAuditEntries } from './store.ts'
import { actionOf, type Statements, statements } from './undo/statements.ts'
import { howOf } from './undo/undo-audit-entry.ts'

export const auditor = defineAuditor({
  write: async (db, entries, system) => void (await writeAuditEntries(db, entries, system)),
})

export const calls = implement(sysCalls, {
  async list(ctx, input) {
    const [{ list, ...rest }, stated] = await Promise.all([listAuditEntries(ctx, input), statements()])
    const spoken = list.map(({ object, before, after }) => mentionedIn(object, before, after))
    const names = await namesOf(ctx, [...new Set(spoken.flat())])
    return {
      ...rest,
      list: list.map((row, n) => ({
        ...shown(row, stated, ctx),
        names: Object.fromEntries((spoken[n] ?? []).flatMap((one) => pairOf(one, names))),
      })),
    }
  },
})

function pairOf(one: string, names: ReadonlyMap<string, string>): [string, string][] {
  const name = names.get(one)
  return name ? [[one, name]] : []
}

function shown(row: AuditRow, stated: Statements, { lang }: Ctx) {
  const { undone_account, undo_call, kept, channel: way, ...rest } = row
  const why = whyNotUndo(row, stated)
  const { to = '' } = why ?? {}
  return {
    ...rest,
    way,
    action: actionOf({ call: row.call, undo_call }, stated, lang),
    undo: { can: why ? (0 as const) : (1 as const), why: why?.[lang] ?? '', to, by: undone_account ?? '' },
  }
}

/** Why no user can undo a row; undefined when it can be undone, as far as that is known without trying. */
function whyNotUndo(row: AuditRow, stated: Statements): Never | undefined {
  if (row.undone_by !== null) return { zh: '已撤销', en: 'Undone' }
  const undo = howOf(row, stated)
  if (!isReversal(undo)) return undo
  return row.before && !row.after && !row.kept ? errors.tooLate : undefined
}

export const purge = defineJob<unknown, System>({
  name: 'log.forget',
  every: '20 3 * * *',
  async run(_, system) {
    const gone = await purgeLog(system, system.now() - RETENTION_DAYS * 86_400)
    if (gone) system.log.info({ gone }, 'old log forgotten')
  },
})
