import { silenceKind } from '@belvedere/contract/rooms/alarm/set-enums.ts'
import { logCalls } from '@belvedere/contract/rooms/alarm/log.ts'
import { silenceCalls } from '@belvedere/contract/rooms/alarm/silence.ts'
import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { groupCalls } from '@belvedere/contract/rooms/scene/group.ts'
import { Suspense, useState } from 'react'
import { useMutateCall, useQueryCall } from '../../../kit/query.ts'
import { useScene } from '../../../kit/scene.ts'
import { say } from '../../../kit/words.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { WeekdayChoice } from '../../device/api.tsx'
import { dayOf, everyDay } from './draft.ts'
import { TimeField } from './quiet-fields.tsx'
import type { Silence } from './silences-panel.tsx'

interface SilenceDialogProps {
  /** Undefined: a new one. */
  silence: Silence | undefined
  onClose: () => void
}

const wheres = [
  { id: 'scene', zh: '本场景', en: 'This scene' },
  { id: 'device', zh: '一台设备', en: 'One device' },
  { id: 'group', zh: '场景分组', en: 'A group of scenes' },
  { id: 'all', zh: '全部场景', en: 'All scenes' },
] as const
type Where = (typeof wheres)[number]['id']

const HOUR = 3600

/** `2026-11-21T15:30` of the browser's clock, as the native field has it. */
function fieldText(at: number): string {
  const local = new Date(at * 1000 - new Date(at * 1000).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
const secondsOf = (text: string): number => Math.floor(new Date(text).getTime() / 1000)

/** A silence or maintenance: whom it is about, of what, from when to when. */
export function SilenceDialog({ silence, onClose }: SilenceDialogProps) {
  const scene = useScene()
  const [draft, setDraft] = useState(() => draftOf(silence))
  const [touched, touch] = useState(false)
  const put = (part: Partial<typeof draft>) => {
    touch(true)
    setDraft((was) => ({ ...was, ...part }))
  }
  const add = useMutateCall(silenceCalls.add, { done: { zh: '已添加', en: 'Added' } })
  const change = useMutateCall(silenceCalls.change, { done: { zh: '已保存', en: 'Saved' } })
  const types = useQueryCall(logCalls.type, {}).data?.list ?? []
  const groups =
    useQueryCall(groupCalls.list, { limit: 500, orderby: 'name asc' }, { enabled: draft.where === 'group' }).data
      ?.list ?? []
  const devices =
    useQueryCall(deviceCalls.option, { ...scene.input }, { enabled: draft.where === 'device' }).data?.list ?? []
  const endsBefore = draft.ends && secondsOf(draft.to) <= secondsOf(draft.from)
  const missing = draft.where === 'group' ? !draft.group_id : draft.where === 'device' ? !draft.device_id : false
  const submit = async () => {
    if (!draft.name.trim() || endsBefore || missing) return
    const wish = {
      kind: draft.kind,
      name: draft.name.trim(),
      scene_id: draft.where === 'scene' || draft.where === 'device' ? silence?.scene_id || scene.id : 0,
      group_id: draft.where === 'group' ? draft.group_id : 0,
      device_id: draft.where === 'device' ? draft.device_id : 0,
      below: draft.where === 'device' && draft.below ? (1 as const) : (0 as const),
      type: draft.type,
      key: silence?.type === draft.type ? silence.key : '',
      from_at: secondsOf(draft.from),
      to_at: draft.ends ? secondsOf(draft.to) : null,
      weekdays: draft.weekdays.length === 7 ? [] : draft.weekdays.map(Number),
      minute_from: draft.daily ? draft.minute_from : null,
      minute_to: draft.daily ? draft.minute_to : null,
    }
    const done = silence ? await change.run({ id: silence.id, rev: silence.rev, ...wish }) : await add.run(wish)
    if (done) onClose()
  }
  return (
    <FormDialog
      open
      title={
        silence ? { zh: '编辑静默或维护', en: 'Edit' } : { zh: '添加静默或维护', en: 'Add maintenance or a silence' }
      }
      width={560}
      onClose={onClose}
      onSubmit={submit}
      pending={add.pending || change.pending}
      ok={silence ? { zh: '保存', en: 'Save' } : { zh: '添加', en: 'Add' }}
      dirty={touched}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={{ zh: '名称', en: 'Name' }}
          required
          maxLength={64}
          value={draft.name}
          onChange={(name) => put({ name })}
          error={touched && !draft.name.trim() ? { zh: '请填写名称', en: 'Give it a name' } : undefined}
        />
        <Select
          label={{ zh: '种类', en: 'Kind' }}
          options={silenceKind.values as never}
          value={draft.kind}
          onChange={(kind) => put({ kind })}
        />
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
        {draft.where === 'group' && (
          <Select
            label={{ zh: '场景分组', en: 'Group of scenes' }}
            required
            filter
            options={groups.map(({ id, name }) => ({ id, label: name }))}
            value={draft.group_id || undefined}
            onChange={(group_id) => put({ group_id })}
          />
        )}
        {draft.where === 'device' && (
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
        )}
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
            error={endsBefore ? { zh: '须晚于开始时间', en: 'It must be after the beginning' } : undefined}
          />
          <Checkbox
            label={{ zh: '没有结束时间', en: 'No end' }}
            checked={!draft.ends}
            onChange={(open) => put({ ends: !open })}
          />
        </div>
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
              en: 'Days and hours go by the clock of the scene. Alarms are kept as ignored meanwhile; what still lasts afterwards is open.',
            })}
          </p>
        </div>
      </div>
    </FormDialog>
  )
}

function draftOf(silence: Silence | undefined) {
  const now = Math.floor(Date.now() / 1000)
  const from = silence?.from_at ?? now
  const where: Where = !silence
    ? 'scene'
    : silence.device_id
      ? 'device'
      : silence.group_id
        ? 'group'
        : silence.scene_id
          ? 'scene'
          : 'all'
  return {
    name: silence?.name ?? '',
    kind: silence?.kind ?? (1 as const),
    where,
    group_id: silence?.group_id ?? 0,
    device_id: silence?.device_id ?? 0,
    below: silence ? silence.below === 1 : true,
    type: silence?.type ?? '',
    from: fieldText(from),
    ends: silence ? silence.to_at !== null : true,
    to: fieldText(silence?.to_at ?? from + 2 * HOUR),
    weekdays: silence?.weekdays.length ? silence.weekdays.map(dayOf) : [...everyDay],
    daily: silence ? silence.minute_from !== null : false,
    minute_from: silence?.minute_from ?? 120,
    minute_to: silence?.minute_to ?? 300,
  }
}
