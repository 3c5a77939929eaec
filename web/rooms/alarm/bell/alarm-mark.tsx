import { alarmLevel } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import { logCalls } from '@belvedere/contract/rooms/alarm/log.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'

/** The number of open alarms in the colour of the most severe; empty without alarms. */
export function AlarmMark() {
  const { data } = useQueryCall(logCalls.count, {}, { keep: true })
  if (!data) return null
  const { critical, warning, notice } = data
  const total = critical + warning + notice
  if (total === 0) return null
  const ground = critical
    ? 'bg-danger-soft text-danger'
    : warning
      ? 'bg-warning-soft text-warning'
      : 'bg-accent text-accent-ink'
  return (
    <span
      className={`pointer-events-none absolute top-0 right-0 flex h-3.5 min-w-3.5 items-center justify-center rounded-full px-1 text-[10px] leading-none font-semibold ${ground}`}
    >
      <span aria-hidden="true">{total > 99 ? '99+' : total}</span>
      <span className="sr-only">{say({ zh: '未处理告警 {n}', en: '{n} open {n:alarm|alarms}' }, { n: total })}</span>
    </span>
  )
}

/** The numbers by level, above the entries of the menu. */
export function AlarmLevels() {
  const { data } = useQueryCall(logCalls.count, {}, { keep: true })
  if (!data) return null
  const levels = alarmLevel.values.map(
    ({ id }) => [id, [data.critical, data.warning, data.notice][id - 1] ?? 0] as const,
  )
  return (
    <p className="flex gap-3 border-b border-line px-2 pt-1 pb-2 text-xs text-soft">
      {levels.map(([id, n]) => (
        <span key={id} className={n > 0 ? 'font-medium text-ink' : undefined}>
          {alarmLevel.label(id, lang)} {n}
        </span>
      ))}
    </p>
  )
}
