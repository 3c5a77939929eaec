import { reportCalls } from '@belvedere/contract/rooms/change/report.ts'
import { implement } from '../../kernel/implement.ts'
import { defineUndo } from '../../engines/undo/define-undo.ts'
import { reportingOf } from '../intent/api.ts'
import { startReporting } from './report/start-reporting.ts'
import { findProgress } from './report/store.ts'

const flag = (is: boolean): 0 | 1 => (is ? 1 : 0)

export const calls = implement(reportCalls, {
  async state(ctx, { device_id }) {
    const [known, { asked, pending }] = await Promise.all([reportingOf(ctx, device_id), findProgress(ctx, device_id)])
    const reporting = known && {
      every: known.every,
      checks: flag(known.checks),
      terminals: flag(known.terminals),
      networks: flag(known.networks),
      events: flag(known.events),
    }
    return { reporting: reporting ?? null, asked: flag(asked), pending: flag(pending) }
  },
  start: (ctx, { ids, ...given }) => startReporting(ctx, ids, given),
})

export const undo = defineUndo(reportCalls, {
  start: {
    zh: '请在变更单中撤销：将生成一份反向的变更单，确认后下发',
    en: 'Undone by a separate change set: review it and apply it',
    to: '/config/change',
  },
})
