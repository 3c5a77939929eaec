import { say } from '../base/words.ts'

/** Change of a number against the previous period in percent; "new" if the previous value is zero, nothing if it is unknown. */
export function ChangeMark({
  now,
  before,
  className = '',
}: {
  now: number | null
  before: number | null | undefined
  className?: string
}) {
  if (now === null || before === null || before === undefined || (before === 0 && now === 0)) return null
  if (before === 0) return <span className={`text-faint ${className}`}>{say({ zh: '新增', en: 'new' })}</span>
  const change = ((now - before) / before) * 100
  const sign = change > 0.05 ? '▲' : change < -0.05 ? '▼' : ''
  return (
    <span
      className={`whitespace-nowrap text-soft ${className}`}
      data-tip={say({ zh: '与上一周期相比', en: 'Against the period before' })}
    >
      {sign} {Math.abs(change) >= 1000 ? '>999' : Math.abs(change).toFixed(1)}%
    </span>
  )
}
