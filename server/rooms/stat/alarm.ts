import { alarmCalls } from '@belvedere/contract/rooms/stat/alarm.ts'
import { zoneOffset } from '@belvedere/pure/time/zone-offset.ts'
import { ALARM_DAYS } from '@belvedere/contract/rooms/alarm/retention.ts'
import { titleOf } from '@belvedere/contract/rooms/alarm-type/titles.ts'
import { countAlarms, listRaised, type RaisedStep, rankRaisers } from './alarms/store.ts'
import { compared, curveOf, periodOf, ranked } from './answers.ts'
import { oldestScene, zoneOf } from './scope/store.ts'
import { type Handlers, implement } from '../../kernel/implement.ts'
import { inScope } from './scope/in-scope.ts'

const DAY = 86_400
const levels = ['critical', 'warning', 'notice'] as const
type RaisedCounts = Record<'ts' | (typeof levels)[number], number>

const answers: Handlers<typeof alarmCalls> = {
  async count(ctx, input) {
    const now = ctx.now()
    const ahead = zoneOffset(await zoneOf(ctx, input), now)
    return countAlarms(ctx, input, Math.floor((now + ahead) / DAY) * DAY - ahead)
  },
  async trend(ctx, input) {
    let raised: RaisedStep[] = []
    const kept = ctx.now() - ALARM_DAYS * DAY
    const known = Math.max(kept, (await oldestScene(ctx, input)) ?? 0)
    const { from, to } = periodOf(ctx, input)
    // not longer than alarms are kept; earlier data does not exist
    const shown = { ...input, to, from: kept < to ? Math.max(from, kept) : from }
    const curve = await curveOf<RaisedCounts>(ctx, shown, {
      unit: '',
      read: async (steps) => {
        const rows = await listRaised(ctx, input, steps)
        if (steps.to > from) raised = rows
        const counts = new Map<number, RaisedCounts>()
        // earlier alarms are known too: a scene may have been restored
        const since = Math.min(known, rows[0]?.ts ?? known)
        for (let ts = steps.from; ts < steps.to; ts += steps.step)
          if (ts + steps.step > since) counts.set(ts, { ts, critical: 0, warning: 0, notice: 0 })
        for (const { ts, level, followed, n } of rows) {
          const [word, count] = [levels[level - 1], counts.get(ts)]
          if (word && count && !followed) count[word] += n
        }
        return [...counts.values()]
      },
      series: Object.fromEntries(levels.map((level) => [level, (row: RaisedCounts) => row[level]])),
      total: (rows) => rows.reduce((sum, { critical, warning, notice }) => sum + critical + warning + notice, 0),
    })
    const sum = (of: 'ended' | 'acked' | 'lasted' | 'waited') => raised.reduce((all, row) => all + row[of], 0)
    const mean = (seconds: 'lasted' | 'waited', of: 'ended' | 'acked') => (sum(of) ? sum(seconds) / sum(of) : null)
    return {
      ...curve,
      mean_duration: mean('lasted', 'ended'),
      mean_ack: mean('waited', 'acked'),
      followed: raised.reduce((sum, { followed, n }) => sum + followed * n, 0),
    }
  },
  async rank(ctx, input) {
    const { by = 'type', limit = 10 } = input
    const period = periodOf(ctx, input)
    const rows = await rankRaisers(ctx, input, by, period, limit)
    const earlier = compared(input, period)
    const keys = rows.map(({ key }) => key)
    const past = earlier && (await rankRaisers(ctx, input, by, earlier, limit, keys))
    const idOf = (key: string) => (by === 'type' ? key : Number(key))
    const list = rows.map(({ key, name, sn, value, cnt }) => ({
      id: idOf(key),
      name: by === 'type' ? titleOf(key)[ctx.lang] : name,
      value,
      cnt,
      ...(sn && { sn }),
    }))
    const before = past && new Map(past.map(({ key, value }) => [idOf(key), value]))
    return { ...period, unit: '', total: rows[0]?.total ?? 0, list: ranked(list, rows[0]?.total ?? 0, before) }
  },
}

export const calls = implement(alarmCalls, inScope(answers))
