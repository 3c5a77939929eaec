import { alarmLevel } from '@belvedere/contract/rooms/alarm-type/enums.ts'
import type { AlarmField } from '@belvedere/contract/rooms/alarm-type/shapes.ts'
import type { ReactNode } from 'react'
import { lang, say } from '../../../kit/words/words.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { durationText } from '../../../ui/values/duration.ts'
import { Status } from '../../../ui/feedback/status.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { isOwn, originText, type ListedSetting } from './setting.ts'

/** A value with its source: own values are highlighted, inherited ones show their source. */
function Valued({ setting, field, children }: { setting: ListedSetting; field: AlarmField; children: ReactNode }) {
  const own = isOwn(setting, field)
  const origin = originText(setting, field)
  const from = setting.origin[field]?.from ?? 0
  return (
    <span
      className="flex min-w-0 items-center gap-1.5"
      data-tip={own ? say({ zh: '在此设置', en: 'Set here' }) : origin}
    >
      <span className={own ? 'font-medium' : 'text-soft'}>{children}</span>
      {own && <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-accent" />}
      {!own && from > 0 && (
        <span className="truncate rounded bg-sunken px-1 text-xs leading-4.5 text-faint">{origin}</span>
      )}
    </span>
  )
}

const dash = <span className="text-faint">–</span>

/** `onEnable` enables or disables a type at the shown level. */
export const columnsOf = (
  mayWrite: boolean,
  onEnable: (one: ListedSetting, enabled: boolean) => void,
): Column<ListedSetting>[] => [
  {
    property: 'enabled',
    label: { zh: '启用', en: 'On' },
    width: 64,
    fixed: true,
    format: (one) => (
      <span className="flex items-center" onClick={(event) => event.stopPropagation()} role="presentation">
        <Switch
          bare
          label={one.name}
          checked={one.enabled === 1}
          disabled={!mayWrite}
          onChange={(enabled) => onEnable(one, enabled)}
        />
      </span>
    ),
  },
  ...valueColumns,
]

const valueColumns: readonly Column<ListedSetting>[] = [
  {
    property: 'name',
    label: { zh: '类型', en: 'Type' },
    minWidth: 150,
    fixed: true,
    format: (one) => (
      <span className={one.enabled ? 'font-medium' : 'text-faint'} data-tip={one.when}>
        {one.name}
      </span>
    ),
  },
  {
    property: 'level',
    label: { zh: '级别', en: 'Level' },
    minWidth: 120,
    format: (one) => (
      <Valued setting={one} field="level">
        {one.enabled ? (
          <Status tone={alarmLevel.find(one.level)?.tone} label={alarmLevel.label(one.level, lang)} />
        ) : (
          alarmLevel.label(one.level, lang)
        )}
      </Valued>
    ),
  },
  {
    property: 'threshold',
    label: { zh: '阈值', en: 'Threshold' },
    minWidth: 130,
    format: (one) =>
      one.threshold === null ? (
        dash
      ) : (
        <Valued setting={one} field="threshold">
          {one.threshold} {one.bounds.threshold?.unit}
        </Valued>
      ),
  },
  {
    property: 'duration_s',
    label: { zh: '持续', en: 'For' },
    minWidth: 120,
    format: (one) =>
      one.bounds.duration_most === null ? (
        dash
      ) : (
        <Valued setting={one} field="duration_s">
          {one.duration_s ? durationText(one.duration_s) : say({ zh: '立即', en: 'Immediately' })}
        </Valued>
      ),
  },
  {
    property: 'notify_recover',
    label: { zh: '恢复通知', en: 'Recovery' },
    minWidth: 110,
    format: (one) =>
      one.momentary ? (
        dash
      ) : (
        <Valued setting={one} field="notify_recover">
          {say(one.notify_recover ? { zh: '通知', en: 'Notified' } : { zh: '不通知', en: 'Not notified' })}
        </Valued>
      ),
  },
  {
    property: 'repeat_s',
    label: { zh: '重复提醒', en: 'Repeat' },
    minWidth: 110,
    format: (one) =>
      one.momentary ? (
        dash
      ) : (
        <Valued setting={one} field="repeat_s">
          {one.repeat_s ? durationText(one.repeat_s) : say({ zh: '不重复', en: 'Never' })}
        </Valued>
      ),
  },
  {
    property: 'quiet',
    label: { zh: '免打扰', en: 'Quiet hours' },
    minWidth: 110,
    format: (one) => (
      <Valued setting={one} field="quiet">
        {one.quiet.length
          ? say({ zh: '{n} 个时段', en: '{n} set' }, { n: one.quiet.length })
          : say({ zh: '无', en: 'None' })}
      </Valued>
    ),
  },
  {
    property: 'escalate',
    label: { zh: '升级', en: 'Escalation' },
    minWidth: 100,
    format: (one) => (
      <Valued setting={one} field="escalate">
        {one.escalate.length
          ? say({ zh: '{n} 级', en: '{n} {n:step|steps}' }, { n: one.escalate.length })
          : say({ zh: '无', en: 'None' })}
      </Valued>
    ),
  },
]
