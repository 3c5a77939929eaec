import type { CallSpec } from '@belvedere/contract/kit/define-calls.ts'
import { sysCalls } from '@belvedere/contract/rooms/log/sys.ts'
import { defineAuditor } from '../../kernel/audit.ts'
import { discoverCalls } from '../../kernel/discover.ts'
import { implement } from '../../kernel/implement.ts'
import { defineJob } from '../../kernel/job.ts'
import type { System } from '../../kernel/implement.ts'
import { forgetLog, listOperations, writeOperations } from './store.ts'

export const auditor = defineAuditor({ write: writeOperations })

/** Days that operations and tasks are kept. */
const KEPT_DAYS = 400

let stated: Promise<Map<string, CallSpec['does']>> | undefined

/** What each call does, in words, by its address. */
function wordsOfCalls(): Promise<Map<string, CallSpec['does']>> {
  stated ??= discoverCalls().then((calls) => new Map(calls.map(({ spec }) => [spec.at, spec.does])))
  return stated
}

export const calls = implement(sysCalls, {
  async list(ctx, asked) {
    const [{ total, list }, words] = await Promise.all([listOperations(ctx, asked), wordsOfCalls()])
    return { total, list: list.map((row) => ({ ...row, action: words.get(row.call)?.[ctx.lang] ?? row.call })) }
  },
})

export const forget = defineJob<unknown, System>({
  name: 'log.forget',
  every: '20 3 * * *',
  async run(_, system) {
    const gone = await forgetLog(system, system.now() - KEPT_DAYS * 86_400)
    if (gone) system.log.info({ gone }, 'old log forgotten')
  },
})
