import { reportLang, reportRhythm, reportSection } from '@belvedere/contract/rooms/report/enums.ts'
import { reportCalls } from '@belvedere/contract/rooms/report/report.ts'
import type { ReactNode } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { lang, say, type Words } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import type { ReportProfileAnswer } from './report.ts'

interface PartProps {
  draft: ReportProfileAnswer
  set: (part: Partial<ReportProfileAnswer>) => void
}

const weekdays = [
  { id: '1' as const, zh: '周一', en: 'Monday' },
  { id: '2' as const, zh: '周二', en: 'Tuesday' },
  { id: '3' as const, zh: '周三', en: 'Wednesday' },
  { id: '4' as const, zh: '周四', en: 'Thursday' },
  { id: '5' as const, zh: '周五', en: 'Friday' },
  { id: '6' as const, zh: '周六', en: 'Saturday' },
  { id: '0' as const, zh: '周日', en: 'Sunday' },
]

/** Seconds. */
const outages = [
  { id: 0, zh: '任何离线都计入', en: 'Every absence counts' },
  { id: 60, zh: '不足 1 分钟不计', en: 'From one minute on' },
  { id: 300, zh: '不足 5 分钟不计', en: 'From five minutes on' },
  { id: 900, zh: '不足 15 分钟不计', en: 'From fifteen minutes on' },
]

const days = Array.from({ length: 28 }, (_, n) => ({
  id: n + 1,
  label: say({ zh: '{n} 日', en: 'Day {n}' }, { n: n + 1 }),
}))

export function SectionsPart({ draft, set }: PartProps) {
  return (
    <Part title={{ zh: '章节', en: 'Sections' }}>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {reportSection.values.map(({ id, ...words }) => (
          <Checkbox
            key={id}
            label={words[lang]}
            checked={draft.sections.includes(id as ReportProfileAnswer['sections'][number])}
            onChange={(on) =>
              set({
                sections: on
                  ? [...draft.sections, id as ReportProfileAnswer['sections'][number]]
                  : draft.sections.filter((one) => one !== id),
              })
            }
          />
        ))}
      </div>
    </Part>
  )
}

/** Calculation of availability. */
export function AvailabilityPart({ draft, set }: PartProps) {
  return (
    <Part title={{ zh: '可用率口径', en: 'What counts as offline' }}>
      <div className="flex flex-col gap-3">
        <Select
          className="sm:w-72"
          name={{ zh: '短暂离线', en: 'Short absences' }}
          options={outages}
          value={draft.min_outage}
          onChange={(min_outage) => set({ min_outage })}
        />
        <Switch
          label={{ zh: '维护窗口内的时间不计入', en: 'Leave out the time of maintenance windows' }}
          checked={draft.exclude_maintenance === 1}
          onChange={(on) => set({ exclude_maintenance: on ? 1 : 0 })}
        />
        <Switch
          label={{ zh: '末尾留签字栏', en: 'Lines to sign on at the end' }}
          checked={draft.sign === 1}
          onChange={(on) => set({ sign: on ? 1 : 0 })}
        />
      </div>
    </Part>
  )
}

interface SchedulePartProps extends PartProps {
  profile: ReportProfileAnswer
  /** Recipients as typed. */
  targets: string
  onTargets: (text: string) => void
  error: string | undefined
}

/** Schedule and recipients of reports. */
export function SchedulePart({ draft, set, profile, targets, onTargets, error }: SchedulePartProps) {
  return (
    <Part title={{ zh: '定时发送', en: 'By schedule' }}>
      <div className="flex flex-col gap-3">
        <Switch
          label={{ zh: '按时自动生成并发送', en: 'Generate and send automatically' }}
          checked={draft.on === 1}
          onChange={(on) => set({ on: on ? 1 : 0 })}
        />
        <Rhythm draft={draft} set={set} />
        <TextArea
          label={{ zh: '收件人（每行一个邮箱，最多 10 个）', en: 'Mail addresses, one a line, ten at most' }}
          value={targets}
          onChange={onTargets}
          maxLength={1400}
          error={error}
        />
        <MailNote profile={profile} />
      </div>
    </Part>
  )
}

function Rhythm({ draft, set }: PartProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-4">
      <Select
        name={{ zh: '频率', en: 'How often' }}
        options={reportRhythm.values}
        value={draft.rhythm}
        onChange={(rhythm) => set({ rhythm })}
      />
      {draft.rhythm === 'week' && (
        <Select
          name={{ zh: '星期', en: 'Weekday' }}
          options={weekdays}
          value={draft.weekday}
          onChange={(weekday) => set({ weekday })}
        />
      )}
      {draft.rhythm === 'month' && (
        <Select
          name={{ zh: '日期', en: 'Day of the month' }}
          options={days}
          value={draft.month_day}
          onChange={(month_day) => set({ month_day })}
        />
      )}
      <TextField
        type="time"
        aria-label={say({ zh: '时间', en: 'Time' })}
        value={draft.time}
        onChange={(time) => set({ time: time.slice(0, 5) })}
      />
      <Select
        name={{ zh: '语言', en: 'Language' }}
        options={reportLang.values}
        value={draft.lang}
        onChange={(id) => set({ lang: id })}
      />
    </div>
  )
}

function MailNote({ profile }: { profile: ReportProfileAnswer }) {
  return (
    <p className="text-xs text-soft">
      {profile.mail === 0
        ? say({
            zh: '尚未配置邮件通道：报告会生成并保留，但不会发送。',
            en: 'No channel for mail is set up: reports are made and kept, not sent.',
          })
        : say({ zh: 'PDF 与 CSV 作为附件发送。', en: 'PDF and CSV go as attachments.' })}{' '}
      {profile.next_at !== null && say({ zh: '下次：{at}', en: 'Next: {at}' }, { at: absoluteTime(profile.next_at) })}
    </p>
  )
}

function Part({ title: heading, children }: { title: Words; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 font-medium">{say(heading)}</h3>
      {children}
    </section>
  )
}

/** Saved immediately, separately from the form. */
export function LogoPart({ logo }: { logo: string }) {
  const scene = useScene()
  const { run, pending } = useMutateCall(reportCalls.logo, { done: { zh: '已保存', en: 'Saved' } })
  return (
    <Part title={{ zh: '标志', en: 'Logo' }}>
      <div className="flex flex-wrap items-center gap-3">
        {logo ? (
          <img
            src={logo}
            alt={say({ zh: '报告标志', en: 'Logo on reports' })}
            className="h-11 max-w-40 rounded border border-line bg-white object-contain p-1"
          />
        ) : (
          <span className="text-faint">{say({ zh: '未设置', en: 'None' })}</span>
        )}
        <label className="inline-flex h-8 cursor-pointer items-center rounded-md border border-control px-3 focus-within:outline-2 focus-within:outline-accent-text hover:bg-hover">
          {say({ zh: '选择图片…', en: 'Choose a picture…' })}
          <input
            type="file"
            accept="image/png,image/jpeg,image/webp"
            className="sr-only"
            disabled={pending}
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (file) void run({ scene_id: scene.id }, { files: { logo: file } })
            }}
          />
        </label>
        {logo && (
          <Button kind="quiet" pending={pending} onClick={() => void run({ scene_id: scene.id })}>
            {say({ zh: '移除', en: 'Remove' })}
          </Button>
        )}
        <span className="text-xs text-faint">
          {say({ zh: 'PNG、JPEG 或 WebP，最大 1 MB', en: 'PNG, JPEG or WebP, 1 MB at most' })}
        </span>
      </div>
    </Part>
  )
}
