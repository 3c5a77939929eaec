import { onlineCalls } from '@belvedere/contract/rooms/terminal/online.ts'
import type { System } from '../../kernel/implement.ts'
import { implement } from '../../kernel/implement.ts'
import { defineJob } from '../../base/jobs/job.ts'
import { findTerminals } from './find/store.ts'
import { isEnough } from './rules.ts'
import { expire, listTerminals } from './store.ts'

export const calls = implement(onlineCalls, {
  all: listTerminals,
  async find(ctx, { search }) {
    return { list: isEnough(search) ? await findTerminals(ctx, search) : [] }
  },
  wifi: (ctx, input) => listTerminals(ctx, { ...input, wireless: true }),
})

/**
 * Seconds without a report after which a terminal is offline, even if its device did not report that; days for which
 * its row is kept.
 */
const STALE = 900
const KEPT_DAYS = 90

export const expireJob = defineJob<unknown, System>({
  name: 'terminal.expire',
  every: '*/5 * * * *',
  async run(_, system) {
    await expire(system.db, system.now() - STALE, system.now() - KEPT_DAYS * 86_400)
  },
})
