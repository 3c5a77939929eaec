import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { scoreCalls } from '@belvedere/contract/rooms/patrol/score.ts'
import type { StatusTone } from '../../../ui/feedback/status.tsx'

export type Patrol = Out<typeof scoreCalls.get>
export type PatrolFinding = Patrol['items'][number]
export type Affected = PatrolFinding['devices'][number]

/** The tone of a score; number and text are beside it. */
export function scoreTone(score: number): Extract<StatusTone, 'success' | 'warning' | 'danger'> {
  return score >= 85 ? 'success' : score >= 60 ? 'warning' : 'danger'
}

export const scoreWords = {
  success: { zh: '良好', en: 'Good' },
  warning: { zh: '需要关注', en: 'Needs attention' },
  danger: { zh: '较差', en: 'Poor' },
}

/** Filters findings by group, and with or without completely ignored ones. */
export function shownOf(items: readonly PatrolFinding[], group: string, ignored: boolean): PatrolFinding[] {
  return items.filter((one) => (group === 'all' || one.group === group) && (ignored || one.device_cnt > 0))
}

/** Filters the devices of a finding. */
export const devicesOf = ({ devices }: PatrolFinding, ignored: boolean): Affected[] =>
  devices.filter(({ ignore_id }) => ignored || ignore_id === 0)
