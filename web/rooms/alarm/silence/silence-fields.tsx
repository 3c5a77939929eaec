import { typeCalls } from '@belvedere/contract/rooms/alarm-type/type.ts'
import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { groupCalls } from '@belvedere/contract/rooms/scene/group.ts'
import { Suspense } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { say } from '../../../kit/words/words.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { WeekdayChoice } from '../../task/api.tsx'
import { TimeField } from '../../alarm-type/api.tsx'
import { endsBefore, type SilenceDraft, wheres } from './silence-draft.ts'

export interface SilenceFieldsProps {
  draft: SilenceDraft
  put: (part: Partial<SilenceDraft>) => void
}

/** Scope and alarm types. */
export function ScopeFields({ draft, put }: SilenceFieldsProps) {
  const types = useQueryCall(typeCalls.list, {}).data?.list ?? []
  return (
    <>
      <Select
        label={{ zh: '范围', en: 'Of' }}
        options={wheres}
        value={draft.where}
        onChange={(where) => put({ where })}
      />
      <Select
        label={{ zh: '告警类型', en: 'Type' }}
        options={[
          { id: '', label: say({ zh: '全部类型', en: 'Any' }) },
          ...types.map(({ id, name }) => ({ id, label: name })),
        ]}
        value={draft.type}
        onChange={(type) => put({ type })}
      />
      {draft.where === 'group' && <GroupField draft={draft} put={put} />}
      {draft.where === 'device' && <DeviceFields draft={draft} put={put} />}
    </>
  )
}

function GroupField({ draft, put }: SilenceFieldsProps) {
  const groups = useQueryCall(groupCalls.list, { limit: 500, orderby: 'name asc' }).data?.list ?? []
  return (
    <Select
      label={{ zh: '场景分组', en: 'Group of scenes' }}
      required
      filter
      options={groups.map(({ id, name }) => ({ id, label: name }))}
      value={draft.group_id || undefined}
      onChange={(group_id) => put({ group_id })}
    />
  )
}

function DeviceFields({ draft, put }: SilenceFieldsProps) {
  const scene = useScene()
  const devices = useQueryCall(deviceCalls.option, { ...scene.input }).data?.list ?? []
  return (
    <>
      <Select
        label={{ zh: '设备', en: 'Device' }}
        required
        filter
        options={devices.map(({ id, name, sn }) => ({ id, label: name || sn }))}
        value={draft.device_id || undefined}
        onChange={(device_id) => put({ device_id })}
      />
      <span className="self-end pb-1.5">
        <Checkbox
          label={{ zh: '包括经它接入的设备', en: 'And what is reached through it' }}
          checked={draft.below}
          onChange={(below) => put({ below })}
        />
      </span>
    </>
  )
}

/** Start and end. */
export function PeriodFields({ draft, put }: SilenceFieldsProps) {
  return (
    <>
      <TextField
        type="datetime-local"
        label={{ zh: '开始', en: 'From' }}
        value={draft.from}
        onChange={(from) => from && put({ from })}
      />
      <div className="flex flex-col gap-1.5">
        <TextField
          type="datetime-local"
          label={{ zh: '结束', en: 'To' }}
          value={draft.ends ? draft.to : ''}
          disabled={!draft.ends}
          onChange={(to) => to && put({ to })}
          error={endsBefore(draft) ? { zh: '须晚于开始时间', en: 'It must be after the beginning' } : undefined}
        />
        <Checkbox
          label={{ zh: '没有结束时间', en: 'No end' }}
          checked={!draft.ends}
          onChange={(open) => put({ ends: !open })}
        />
      </div>
    </>
  )
}

/** Days and hours within the period. */
export function RecurrenceFields({ draft, put }: SilenceFieldsProps) {
  return (
    <div className="flex flex-col gap-2 sm:col-span-2">
      <Suspense>
        <WeekdayChoice value={draft.weekdays} onChange={(weekdays) => weekdays.length && put({ weekdays })} />
      </Suspense>
      <span className="flex h-8 items-center gap-3">
        <Checkbox
          label={{ zh: '只在每天的', en: 'Only between' }}
          checked={draft.daily}
          onChange={(daily) => put({ daily })}
        />
        {draft.daily && (
          <>
            <TimeField
              label={say({ zh: '每天开始', en: 'From, each day' })}
              minute={draft.minute_from}
              onChange={(minute_from) => put({ minute_from })}
            />
            <span className="text-faint">–</span>
            <TimeField
              label={say({ zh: '每天结束', en: 'To, each day' })}
              minute={draft.minute_to}
              onChange={(minute_to) => put({ minute_to })}
            />
          </>
        )}
      </span>
      <p className="text-xs text-faint">
        {say({
          zh: '星期与每天时段按场景所在时区；期间告警照常记录，状态为已忽略，结束后仍未恢复的重新打开。',
          en: 'Days and hours use the time zone of the scene. Alarms are marked as ignored during this time; alarms that still last afterwards are reopened.',
        })}
      </p>
    </div>
  )
}
