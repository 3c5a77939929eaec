import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import { dutyCalls } from '@belvedere/contract/rooms/notify/duty.ts'
import { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import { useState } from 'react'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { MultiSelect } from '../../../ui/data-table/multi-select.tsx'
import { FormDialog } from '../../../ui/dialogs/dialog.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { clockOf } from './contact.ts'
import { minuteOf } from './contact-draft.ts'

type Duty = Out<typeof dutyCalls.show>

/** A duty rota: an order of contacts, and the handover times. */
export function DutyDialog({ onClose }: { onClose: () => void }) {
  const { data: duty } = useQueryCall(dutyCalls.show, {})
  if (duty) return <DutyForm duty={duty} onClose={onClose} />
  return (
    <FormDialog open title={title} onClose={onClose} onSubmit={onClose} ok={{ zh: '保存', en: 'Save' }}>
      <Skeleton className="h-60" />
    </FormDialog>
  )
}

const title = { zh: '值班表', en: 'On-call rota' }
const turns = [
  { id: 1, zh: '1 天', en: '1 day' },
  { id: 7, zh: '1 周', en: '1 week' },
  { id: 14, zh: '2 周', en: '2 weeks' },
  { id: 28, zh: '4 周', en: '4 weeks' },
]
const here = Intl.DateTimeFormat().resolvedOptions().timeZone
const timeZones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', here])].map((id) => ({ id, label: id }))

function draftOf({ rev, member_ids, every_days, minute, first_day, time_zone }: Duty) {
  const made = rev > 0
  return {
    member_ids,
    every_days,
    clock: clockOf(minute),
    first_day: made ? first_day : new Date().toLocaleDateString('sv-SE'),
    time_zone: made ? time_zone : here,
  }
}

function DutyForm({ duty, onClose }: { duty: Duty; onClose: () => void }) {
  const mayWrite = useMay()('alarm.write')
  const usual = draftOf(duty)
  const [draft, setDraft] = useState(usual)
  const { data: users } = useQueryCall(userCalls.list, { limit: 500, orderby: 'name asc' })
  const set = useMutateCall(dutyCalls.set, { done: { zh: '已保存', en: 'Saved' } })
  const put = (part: Partial<typeof draft>) => setDraft((was) => ({ ...was, ...part }))
  const minute = minuteOf(draft.clock)
  const names = new Map((users?.list ?? []).map(({ id, name }) => [id, name]))
  const choose = (chosen: string[]) => {
    const ids = chosen.map(Number)
    // a new contact is added at the end, independent of the order of the list
    put({
      member_ids: [
        ...draft.member_ids.filter((id) => ids.includes(id)),
        ...ids.filter((id) => !draft.member_ids.includes(id)),
      ],
    })
  }
  const submit = async () => {
    if (minute === undefined || !draft.first_day) return
    const { clock: _, ...desired } = draft
    const input: In<typeof dutyCalls.set> = { ...desired, minute, rev: duty.rev }
    if (await set.run(input)) onClose()
  }
  return (
    <FormDialog
      open
      width={560}
      title={title}
      ok={{ zh: '保存', en: 'Save' }}
      pending={set.pending}
      dirty={mayWrite && JSON.stringify(draft) !== JSON.stringify(usual)}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <div className="flex flex-col gap-4">
        <Now duty={duty} />
        <MultiSelect
          label={{ zh: '轮值人员（按选择的先后轮流）', en: 'People on the rota, in order of selection' }}
          placeholder={
            users?.total === 0
              ? { zh: '请先添加联系人', en: 'Add contacts first' }
              : { zh: '未启用值班', en: 'No rota' }
          }
          options={(users?.list ?? []).map(({ id, name, masked }) => ({ id, label: `${name} (${masked})` }))}
          value={draft.member_ids.map(String)}
          onChange={choose}
        />
        {draft.member_ids.length > 1 && (
          <p className="-mt-2 text-xs text-soft">
            {draft.member_ids.map((id) => names.get(id) ?? String(id)).join(' → ')}
          </p>
        )}
        <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
          <Select
            label={{ zh: '每班时长', en: 'Shift length' }}
            options={
              turns.some(({ id }) => id === draft.every_days)
                ? turns
                : [
                    ...turns,
                    {
                      id: draft.every_days,
                      zh: `${draft.every_days} 天`,
                      en: `${draft.every_days} ${draft.every_days === 1 ? 'day' : 'days'}`,
                    },
                  ]
            }
            value={draft.every_days}
            onChange={(every_days) => put({ every_days })}
          />
          <TextField
            type="time"
            label={{ zh: '交接时刻', en: 'Handover at' }}
            value={draft.clock}
            onChange={(clock) => put({ clock })}
            error={minute === undefined ? { zh: '请输入时刻', en: 'Enter a time' } : set.fields['minute']}
          />
          <TextField
            type="date"
            label={{ zh: '首班开始日期', en: 'First shift starts on' }}
            value={draft.first_day}
            onChange={(first_day) => put({ first_day })}
            error={draft.first_day ? set.fields['first_day'] : { zh: '请选择日期', en: 'Choose a date' }}
          />
          <Select
            label={{ zh: '时区', en: 'Time zone' }}
            filter
            options={timeZones}
            value={draft.time_zone}
            onChange={(time_zone) => put({ time_zone })}
            error={set.fields['time_zone']}
          />
        </div>
        <p className="text-xs text-faint">
          {say({
            zh: '告警规则或升级通知选中轮值人员时，改为通知当前值班人；不在值班表中的联系人照常接收。值班人已停用或未验证时，由下一位接替。',
            en: 'If an alarm rule or escalation selects a person on the rota, the person on call is notified instead. Contacts outside the rota are notified as usual. A disabled or unverified person is replaced by the next one.',
          })}
        </p>
      </div>
    </FormDialog>
  )
}

function Now({ duty: { members, now, next, next_at } }: { duty: Duty }) {
  if (members.length === 0) return null
  return (
    <p className="rounded-md bg-sunken px-3 py-2">
      {now
        ? say({ zh: '当前值班：{name}', en: 'On call now: {name}' }, { name: now.name })
        : say({ zh: '当前无人可通知', en: 'No contact on the rota can be notified now' })}
      {next && next_at !== null && next.id !== now?.id && (
        <span className="text-soft">
          {say(
            { zh: '，{time} 起：{name}', en: '; from {time}: {name}' },
            { time: absoluteTime(next_at), name: next.name },
          )}
        </span>
      )}
    </p>
  )
}
