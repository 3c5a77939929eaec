import { reportPeriod, reportSection } from '@belvedere/contract/rooms/report/enums.ts'
import { reportCalls } from '@belvedere/contract/rooms/report/report.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Popover } from '../../../ui/popups/popover.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { type ReportUrl, inputOf, type Preview } from './report.ts'
import { SectionView } from './section-view.tsx'

interface PreviewPaneProps {
  asked: ReportUrl
  onAsk: (part: Partial<ReportUrl>) => void
}

const own = { id: 'own', zh: '自选日期', en: 'Own days' }

/** The report as it would be printed, and its sections. */
export function PreviewPane({ asked, onAsk }: PreviewPaneProps) {
  const scene = useScene()
  const { data, error, refetch, isFetching } = useQueryCall(reportCalls.preview, inputOf(scene.id, asked), {
    keepPrevious: true,
  })
  const { data: profile } = useQueryCall(reportCalls.profile, { scene_id: scene.id })
  const ownDays = asked.period === 'own' || asked.from !== ''
  const choose = (period: string) =>
    onAsk(period === 'own' ? { period, ...daysOf(data) } : { period, from: '', to: '' })
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="mb-3 flex flex-wrap items-end gap-2">
        <Select
          className="w-40"
          name={{ zh: '周期', en: 'Period' }}
          options={[...reportPeriod.values, own]}
          value={ownDays ? 'own' : asked.period || profile?.period || 'week'}
          onChange={(id) => choose(String(id))}
        />
        {ownDays && (
          <>
            <TextField
              type="date"
              className="w-38"
              label={{ zh: '从', en: 'From' }}
              value={asked.from}
              onChange={(from) => onAsk({ from })}
            />
            <TextField
              type="date"
              className="w-38"
              label={{ zh: '到', en: 'To' }}
              value={asked.to}
              onChange={(to) => onAsk({ to })}
            />
          </>
        )}
        <SectionChoice
          chosen={chosenOf(asked, profile?.sections)}
          onChange={(ids) => onAsk({ sections: ids.join('.') })}
        />
        {isFetching && data && (
          <span className="pb-1.5 text-xs text-faint">{say({ zh: '更新中…', en: 'Reading…' })}</span>
        )}
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-96" />}
      {data && <Paper preview={data} />}
    </div>
  )
}

const chosenOf = ({ sections }: ReportUrl, usual: readonly string[] | undefined): readonly string[] =>
  sections ? sections.split('.') : (usual ?? reportSection.ids.map(String))

/** Initial values: the days shown so far. */
function daysOf(data: Preview | undefined): Pick<ReportUrl, 'from' | 'to'> {
  const text = (at: number) =>
    new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(at * 1000)
  const now = Math.floor(Date.now() / 1000)
  return { from: text(data?.from ?? now - 86_400), to: text((data?.to ?? now) - 1) }
}

interface SectionChoiceProps {
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}

function SectionChoice({ chosen, onChange }: SectionChoiceProps) {
  const label = say({ zh: '章节（{n}）', en: 'Sections ({n})' }, { n: chosen.length })
  const toggle = (id: string) => {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
    if (next.length > 0) onChange(next)
  }
  return (
    <Popover trigger={<Button>{label}</Button>} label={{ zh: '报告章节', en: 'Sections of the report' }}>
      <div className="flex flex-col gap-2 p-3">
        {reportSection.values.map(({ id, ...words }) => (
          <Checkbox
            key={id}
            label={words[lang]}
            checked={chosen.includes(String(id))}
            onChange={() => toggle(String(id))}
          />
        ))}
      </div>
    </Popover>
  )
}

function Paper({ preview }: { preview: Preview }) {
  const { title, scene_name, period, sections, accounting } = preview
  return (
    <article className="rounded-lg border border-line bg-surface px-6 py-5 max-sm:px-4">
      <p className="text-soft">{title}</p>
      <h2 className="text-xl font-semibold">{scene_name}</h2>
      <p className="text-xs text-faint">{period}</p>
      {sections.map((section) => (
        <SectionView key={section.id} section={section} />
      ))}
      <section className="mt-6 border-t border-line pt-4">
        <h3 className="font-semibold">{say({ zh: '统计口径', en: 'How the numbers are worked out' })}</h3>
        <ol className="mt-1.5 list-decimal pl-5 text-xs text-soft">
          {accounting.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      </section>
    </article>
  )
}
