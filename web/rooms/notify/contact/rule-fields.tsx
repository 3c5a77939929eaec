import { alarmUserScope, alarmUserType, outsideHours } from '@belvedere/contract/rooms/notify/enums.ts'
import { typeCalls } from '@belvedere/contract/rooms/alarm-type/type.ts'
import { groupCalls } from '@belvedere/contract/rooms/scene/group.ts'
import { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'
import { Suspense } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { MultiSelect } from '../../../ui/data-table/multi-select.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { textOf } from '../../../ui/base/text-of.ts'
import { WeekdayChoice } from '../../task/api.tsx'
import type { ContactProblems, ContactDraft } from './contact-draft.ts'

interface RuleFieldsProps {
  draft: ContactDraft
  set: (part: Partial<ContactDraft>) => void
  problems: ContactProblems
  faults: Readonly<Record<string, string>>
}

const levels = [
  { id: 3 as const, zh: '全部级别', en: 'All levels' },
  { id: 2 as const, zh: '警告及以上', en: 'Warning and critical' },
  { id: 1 as const, zh: '仅严重', en: 'Critical only' },
]
const always = [
  { id: 0 as const, zh: '同样遵守时段', en: 'Keep to the hours too' },
  { id: 1 as const, zh: '严重告警随时通知', en: 'Critical ones at any time' },
  { id: 2 as const, zh: '警告及以上随时通知', en: 'Warning and critical at any time' },
]
const here = Intl.DateTimeFormat().resolvedOptions().timeZone
const timeZones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', here])].map((id) => ({ id, label: id }))

/** Alarms of which a recipient is notified, and the times. */
export function RuleFields({ draft, set, problems, faults }: RuleFieldsProps) {
  const { data: types } = useQueryCall(typeCalls.list, {})
  return (
    <>
      <div className="grid grid-cols-2 gap-4 border-t border-line pt-4 max-sm:grid-cols-1">
        <Select
          label={{ zh: '场景范围', en: 'Scenes' }}
          options={alarmUserScope.values}
          value={draft.scope}
          onChange={(scope) => set({ scope })}
        />
        <Places draft={draft} set={set} />
        <Select
          label={{ zh: '告警级别', en: 'Level' }}
          options={levels}
          value={draft.level}
          onChange={(level) => set({ level })}
        />
        <MultiSelect
          label={{ zh: '告警类型', en: 'Types' }}
          placeholder={{ zh: '全部类型', en: 'All types' }}
          options={(types?.list ?? []).map(({ id, name }) => ({ id, label: name }))}
          value={draft.types}
          onChange={(types) => set({ types })}
        />
      </div>
      {problems.places && (
        <p role="alert" className="-mt-2 text-xs text-danger">
          {textOf(problems.places)}
        </p>
      )}
      <div className="flex flex-col gap-2.5">
        <Checkbox
          label={{ zh: '告警恢复时也通知', en: 'Also notify when it ends' }}
          checked={draft.recover === 1}
          onChange={(on) => set({ recover: on ? 1 : 0 })}
        />
        <Checkbox
          label={{
            zh: '仅在告警设置中被指定时通知（如升级通知）',
            en: 'Only where the alarm settings name it, such as for an escalation',
          }}
          checked={draft.named_only === 1}
          onChange={(on) => set({ named_only: on ? 1 : 0 })}
        />
        {(draft.type === alarmUserType.id.email || draft.type === alarmUserType.id.robot) && (
          <Checkbox
            label={{
              zh: '消息中附带处理链接：接收人可确认告警、静默 1 小时或标记为已解决',
              en: 'Include links in messages: recipients can acknowledge an alarm, silence it for 1 h or mark it as solved',
            }}
            checked={draft.links === 1}
            onChange={(on) => set({ links: on ? 1 : 0 })}
          />
        )}
        <Checkbox
          label={{ zh: '只在以下时段通知', en: 'Only within these hours' }}
          checked={draft.limited}
          onChange={(limited) => set({ limited })}
        />
      </div>
      {draft.limited && <HourFields draft={draft} set={set} problems={problems} faults={faults} />}
    </>
  )
}

function Places({ draft, set }: Pick<RuleFieldsProps, 'draft' | 'set'>) {
  const isScenes = draft.scope === alarmUserScope.id.scenes
  const isGroups = draft.scope === alarmUserScope.id.groups
  const { data: scenes } = useQueryCall(sceneCalls.option, {}, { enabled: isScenes, keep: true })
  const { data: groups } = useQueryCall(groupCalls.list, { limit: 200 }, { enabled: isGroups })
  // shared scenes cannot be selected: only their owners send messages about them
  const own = (scenes?.list ?? []).filter(({ mode }) => mode === 0)
  if (isScenes)
    return (
      <MultiSelect
        label={{ zh: '场景', en: 'Chosen scenes' }}
        placeholder={{ zh: '请选择', en: 'Please choose' }}
        options={own.map(({ id, name }) => ({ id, label: name }))}
        value={draft.scene_ids.map(String)}
        onChange={(ids) => set({ scene_ids: ids.map(Number) })}
      />
    )
  if (isGroups)
    return (
      <MultiSelect
        label={{ zh: '分组', en: 'Chosen groups' }}
        placeholder={{ zh: '请选择', en: 'Please choose' }}
        options={(groups?.list ?? []).map(({ id, name }) => ({ id, label: name }))}
        value={draft.group_ids.map(String)}
        onChange={(ids) => set({ group_ids: ids.map(Number) })}
      />
    )
  return <span className="max-sm:hidden" />
}

function HourFields({ draft, set, problems, faults }: RuleFieldsProps) {
  return (
    <div className="flex flex-col gap-4 rounded-md bg-sunken p-3">
      <Suspense>
        <WeekdayChoice
          value={draft.weekdays.map(String) as Parameters<typeof WeekdayChoice>[0]['value']}
          onChange={(days) => set({ weekdays: days.map(Number) })}
        />
      </Suspense>
      <div className="grid grid-cols-[1fr_1fr_2fr] gap-4 max-sm:grid-cols-2">
        <TextField
          type="time"
          label={{ zh: '从', en: 'From' }}
          value={draft.from}
          onChange={(from) => set({ from })}
          error={problems.from}
        />
        <TextField type="time" label={{ zh: '到', en: 'To' }} value={draft.to} onChange={(to) => set({ to })} />
        <Select
          className="max-sm:col-span-2"
          label={{ zh: '时区', en: 'Time zone' }}
          filter
          options={timeZones}
          value={draft.time_zone}
          onChange={(time_zone) => set({ time_zone })}
          error={faults['time_zone']}
        />
      </div>
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <Select
          label={{ zh: '时段之外', en: 'Outside of them' }}
          options={outsideHours.values}
          value={draft.outside_hours}
          onChange={(outside_hours) => set({ outside_hours })}
        />
        <Select
          label={{ zh: '紧急情况', en: 'For urgent alarms' }}
          options={always}
          value={draft.override_level as 0 | 1 | 2}
          onChange={(override_level) => set({ override_level })}
        />
      </div>
      <p className="text-xs text-faint">
        {say({ zh: '结束早于开始表示跨越午夜。', en: 'An end before the beginning is over midnight.' })}
      </p>
    </div>
  )
}
