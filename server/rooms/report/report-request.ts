import type { In } from '@belvedere/contract/kit/define-calls.ts'
import { reportErrors as errors } from '@belvedere/contract/rooms/report/errors.ts'
import type { reportCalls } from '@belvedere/contract/rooms/report/report.ts'
import { refuse } from '../../kernel/refuse.ts'
import { LONGEST, periodOf } from './build/period-rules.ts'

/** All fields of a profile as stored. */
export type ReportProfile = Omit<In<typeof reportCalls.setProfile>, 'scene_id'>

export const usualProfile: ReportProfile = {
  title: '',
  sections: [
    'summary',
    'availability',
    'wan',
    'traffic',
    'terminals',
    'alarms',
    'inventory',
    'links',
    'radios',
    'risks',
    'changes',
  ],
  period: 'week',
  min_outage: 60,
  exclude_maintenance: 1,
  sign: 0,
  on: 0,
  rhythm: 'week',
  weekday: '1',
  month_day: 1,
  time: '08:00',
  lang: 'zh',
  targets: [],
}

/** The content of one report. */
export interface ReportRequest
  extends Pick<ReportProfile, 'title' | 'sections' | 'min_outage' | 'exclude_maintenance' | 'sign'> {
  from: number
  to: number
}

type MakeReportInput = In<typeof reportCalls.make>

/** The request, completed from the profile; refuses an invalid period. A period that has not ended ends now. */
export function requestOf(
  input: MakeReportInput,
  profile: ReportProfile,
  time_zone: string,
  now: number,
): ReportRequest {
  const { title, sign } = profile
  const whole = input.from === undefined || input.to === undefined
  const { from, to } = whole
    ? periodOf(input.period ?? profile.period, now, time_zone)
    : { from: input.from ?? 0, to: Math.min(input.to ?? 0, now) }
  if (from >= to || to - from > LONGEST) throw refuse(errors.badTime)
  const order: readonly string[] = usualProfile.sections
  return {
    from,
    to,
    title,
    sign,
    sections: (input.sections ?? profile.sections).toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
    min_outage: input.min_outage ?? profile.min_outage,
    exclude_maintenance: input.exclude_maintenance ?? profile.exclude_maintenance,
  }
}
