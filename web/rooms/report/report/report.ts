import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { reportPeriod, reportSection } from '@belvedere/contract/rooms/report/enums.ts'
import type { reportCalls } from '@belvedere/contract/rooms/report/report.ts'

export type ReportProfileAnswer = Out<typeof reportCalls.profile>
export type Preview = Out<typeof reportCalls.preview>
export type ReportSection = Preview['sections'][number]
export type SectionId = ReportSection['id']

/** The state of a report in the page's address; '' and 0: as in the profile. */
export interface ReportUrl {
  period: string
  sections: string
  /** Days `YYYY-MM-DD` in local time; both or none. */
  from: string
  to: string
}

export const emptyReportUrl: ReportUrl = { period: '', sections: '', from: '', to: '' }

/** The input of a preview or a report; invalid values of the address are ignored. */
export function inputOf(scene_id: number, request: ReportUrl) {
  const sections = request.sections.split('.').filter((id): id is SectionId => reportSection.find(id) !== undefined)
  const period = reportPeriod.find(request.period)?.id
  const span = spanOf(request)
  return {
    scene_id,
    ...(span ?? (period !== undefined && { period })),
    ...(sections.length > 0 && { sections }),
  }
}

/** From the start of one day to the end of another. */
function spanOf({ from, to }: ReportUrl): { from: number; to: number } | undefined {
  const [first, last] = [Date.parse(`${from}T00:00:00`), Date.parse(`${to}T00:00:00`)]
  if (!(first <= last)) return undefined
  const end = new Date(last)
  end.setDate(end.getDate() + 1)
  return {
    from: Math.floor(first / 1000),
    to: Math.min(Math.floor(end.getTime() / 1000), Math.floor(Date.now() / 1000)),
  }
}
