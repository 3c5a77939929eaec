import { configCalls } from '@belvedere/contract/rooms/alarm-type/config.ts'
import { alarmLevel } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import type { AlarmField } from '@belvedere/contract/rooms/alarm-type/shapes.ts'
import { useState, type ReactNode } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useUnsaved } from '../../../ui/dialogs/unsaved.ts'
import { draftOf, problemsOf, settingInputOf, type AlarmSettingDraft } from './draft.ts'
import { QuietFields } from './quiet-fields.tsx'
import { isOwn, originText, type SettingScope, type ListedSetting } from './setting.ts'
import { TestPanel } from './test-panel.tsx'
import { NotifyFields } from './notify-fields.tsx'

interface TypeDrawerProps {
  setting: ListedSetting
  place: SettingScope
  mayWrite: boolean
  onClose: () => void
}

const repeats = [
  { id: 0, zh: '不重复', en: 'Never' },
  { id: 1800, zh: '每 30 分钟', en: 'Every 30 minutes' },
  { id: 3600, zh: '每小时', en: 'Every hour' },
  { id: 14_400, zh: '每 4 小时', en: 'Every 4 hours' },
  { id: 86_400, zh: '每天', en: 'Every day' },
]

/**
 * All settings of one type at a level: own values, inherited values, and the number of alarms they would have raised.
 */
export function TypeDrawer({ setting, place, mayWrite, onClose }: TypeDrawerProps) {
  const [draft, setDraft] = useState(() => draftOf(setting))
  const { run, pending } = useMutateCall(configCalls.set, { done: { zh: '已保存', en: 'Saved' } })
  const put = (part: Partial<AlarmSettingDraft>) => setDraft((was) => ({ ...was, ...part }))
  const input = settingInputOf(setting, draft)
  const problems = problemsOf(setting, draft)
  const isDirty = Object.keys(input).length > 1
  useUnsaved(isDirty)
  const save = async () => {
    if ((await run({ ...place, list: [input] })) !== undefined) onClose()
  }
  const inherit = async (field: AlarmField) => {
    if ((await run({ ...place, list: [{ type: setting.type, inherit: [field] }] })) !== undefined) onClose()
  }
  const row = (label: Words, field: AlarmField, control: ReactNode) => (
    <Row label={label} setting={setting} field={field} onInherit={mayWrite ? () => void inherit(field) : undefined}>
      {control}
    </Row>
  )
  const { threshold, duration_most } = setting.bounds
  return (
    <Drawer
      open
      onClose={onClose}
      title={setting.name}
      footer={
        mayWrite && (
          <>
            <Button kind="quiet" onClick={onClose}>
              {say({ zh: '取消', en: 'Cancel' })}
            </Button>
            <Button
              kind="primary"
              pending={pending}
              disabled={!isDirty || Object.keys(problems).length > 0}
              onClick={() => void save()}
            >
              {say({ zh: '保存', en: 'Save' })}
            </Button>
          </>
        )
      }
    >
      <p className="mb-4 text-soft">{setting.when}</p>
      <fieldset disabled={!mayWrite} className="flex flex-col divide-y divide-line border-y border-line">
        {row(
          { zh: '启用', en: 'On' },
          'enabled',
          <Switch
            bare
            label={{ zh: '启用', en: 'On' }}
            checked={draft.enabled}
            disabled={!mayWrite}
            onChange={(enabled) => put({ enabled })}
          />,
        )}
        {row(
          { zh: '级别', en: 'Level' },
          'level',
          <Select
            name={{ zh: '级别', en: 'Level' }}
            className="w-40"
            options={alarmLevel.values as never}
            value={draft.level}
            onChange={(level) => put({ level })}
            disabled={!mayWrite}
          />,
        )}
        {threshold &&
          row(
            { zh: threshold.label, en: threshold.label },
            'threshold',
            <TextField
              className="w-40"
              aria-label={threshold.label}
              inputMode="decimal"
              value={draft.threshold}
              onChange={(text) => put({ threshold: text })}
              suffix={threshold.unit && <span className="pr-1.5">{threshold.unit}</span>}
              error={problems.threshold}
            />,
          )}
        {duration_most !== null &&
          row(
            { zh: '持续时间', en: 'For how long' },
            'duration_s',
            <TextField
              className="w-40"
              aria-label={say({ zh: '持续时间（秒）', en: 'For how long, seconds' })}
              inputMode="numeric"
              value={draft.duration}
              onChange={(duration) => put({ duration })}
              suffix={<span className="pr-1.5">{say({ zh: '秒', en: 's' })}</span>}
              error={problems.duration}
            />,
          )}
        {!setting.momentary &&
          row(
            { zh: '恢复时通知', en: 'Notify when it ends' },
            'notify_recover',
            <Switch
              bare
              label={{ zh: '恢复时通知', en: 'Notify when it ends' }}
              checked={draft.notify_recover}
              disabled={!mayWrite}
              onChange={(notify_recover) => put({ notify_recover })}
            />,
          )}
        {!setting.momentary &&
          row(
            { zh: '未处理时重复提醒', en: 'Say it again while it is open' },
            'repeat_s',
            <Select
              name={{ zh: '重复提醒', en: 'Say it again' }}
              className="w-40"
              options={repeats}
              value={draft.repeat_s}
              onChange={(repeat_s) => put({ repeat_s })}
              disabled={!mayWrite}
            />,
          )}
        {row(
          { zh: '免打扰时段', en: 'Quiet hours' },
          'quiet',
          <QuietFields value={draft.quiet} onChange={(quiet) => put({ quiet })} disabled={!mayWrite} />,
        )}
        <NotifyFields draft={draft} put={put} row={row} momentary={setting.momentary === 1} disabled={!mayWrite} />
      </fieldset>
      <TestPanel setting={setting} place={place} draft={draft} valid={Object.keys(problems).length === 0} />
    </Drawer>
  )
}

interface SettingRowProps {
  label: Words
  setting: ListedSetting
  field: AlarmField
  onInherit: (() => void) | undefined
  children: ReactNode
}

/** A field with the source of its value, and a button to restore the inherited value. */
function Row({ label, setting, field, onInherit, children }: SettingRowProps) {
  const own = isOwn(setting, field)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5">
      <span className="w-36 shrink-0 text-soft">{say(label)}</span>
      <span className="flex min-w-0 flex-1 flex-col">{children}</span>
      {own ? (
        <span className="flex items-center gap-1.5 text-xs text-accent-text">
          {say({ zh: '在此设置', en: 'Set here' })}
          {onInherit && (
            <Button kind="quiet" size="s" onClick={onInherit}>
              {say({ zh: '恢复继承', en: 'Inherit' })}
            </Button>
          )}
        </span>
      ) : (
        <span className="rounded bg-sunken px-1.5 text-xs leading-5 text-soft">{originText(setting, field)}</span>
      )}
    </div>
  )
}
