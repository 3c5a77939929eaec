import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { say, type Words } from '../../../kit/words/words.ts'
import { UnknownBase } from '../../intent/api.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { cx } from '../../../ui/base/join-classes.ts'
import { LineDiff } from '../../../ui/diff/line-diff.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'
import { RefusalList } from './refusal-list.tsx'
import type { ChangeReview } from './change-review.ts'

type DeviceReview = ChangeReview['list'][number]

/** States whether it is a canary device, and changes that. */
interface First {
  is: boolean
  choose: (is: boolean) => void
}

interface DeviceDiffProps {
  row: DeviceReview
  open: boolean
  /** Users may choose the canary devices here. */
  first?: First | undefined
}

/** One device: its changes, unsupported settings, and whether it can roll back. */
export function DeviceDiff({ row, open: atFirst, first }: DeviceDiffProps) {
  const [open, setOpen] = useState(atFirst)
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-surface shadow-card">
      <h3 id={id}>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-xl px-4 py-2.5 text-left hover:bg-hover"
        >
          <ChevronRight
            size={16}
            aria-hidden="true"
            className={cx('shrink-0 text-faint transition', open && 'rotate-90')}
          />
          <span className="min-w-0 truncate font-medium">{row.name}</span>
          <span className="truncate text-xs text-soft">
            {row.model} · {row.scene_name}
          </span>
          <Marks row={row} first={first?.is ?? false} />
        </button>
      </h3>
      {open && <Body row={row} first={first} />}
    </section>
  )
}

function Marks({ row, first }: { row: DeviceReview; first: boolean }) {
  const refusals = refusalsOf(row).length
  return (
    <span className="ml-auto flex flex-wrap items-center gap-2">
      {first && <Badge tone="primary" label={{ zh: '试点', en: 'Canary' }} />}
      {row.online === 0 && <Badge tone="warning" label={{ zh: '离线', en: 'Offline' }} />}
      {row.configurable === 0 && <Badge tone="neutral" label={{ zh: '无法下发', en: 'Nothing can be sent' }} />}
      {row.changed === 1 && row.returns === 0 && (
        <Badge tone="warning" label={{ zh: '不能自动回退', en: 'Cannot roll back automatically' }} />
      )}
      {row.changed === 1 && row.known === 0 && (
        <Badge tone="warning" label={{ zh: '现有配置未知', en: 'Configuration unknown' }} />
      )}
      {refusals > 0 && (
        <Badge tone="warning" label={say({ zh: '{n} 项无法满足', en: '{n} refused' }, { n: refusals })} />
      )}
      {row.changed === 1 && (
        <span className="font-mono text-xs tabular-nums">
          <span className="text-success">+{row.added}</span> <span className="text-danger">−{row.removed}</span>
        </span>
      )}
    </span>
  )
}

/** An unknown configuration is shown separately, with the available solutions. */
const refusalsOf = (row: DeviceReview) =>
  row.refusals.filter(({ intent }) => intent !== '' || row.known === 1 || row.changed === 0)

function Body({ row, first }: { row: DeviceReview; first: First | undefined }) {
  const told = row.hunks.reduce((sum, { lines }) => sum + lines.filter(({ mark }) => mark !== ' ').length, 0)
  const more = row.added + row.removed - told
  const refusals = refusalsOf(row)
  return (
    <div className="grid gap-3 border-t border-line p-4">
      {first && row.changed === 1 && row.known === 1 && row.online === 1 && (
        <Checkbox
          label={{
            zh: '作为试点，先于其他设备下发并观察',
            en: 'Canary: it is changed before the others and is monitored',
          }}
          checked={first.is}
          onChange={first.choose}
        />
      )}
      {refusals.length > 0 && <RefusalList refusals={refusals} />}
      {row.changed === 1 && row.known === 0 && (
        <UnknownBase device_id={row.id} name={row.name} online={row.online === 1} derived={row.derived === 1} />
      )}
      {row.changed === 1 && row.known === 1 && row.undoable === 0 && (
        <p className="text-warning">
          {say({
            zh: '该设备首次下发前的配置未知，回退和撤销均无法恢复，只能回到其上报的状态。',
            en: 'The configuration before the first change set is not known: neither a rollback nor an undo restores it. They return to the reported state.',
          })}
        </p>
      )}
      {row.changed === 1 && row.derived === 1 && (
        <p className="text-soft">
          {say({
            zh: '设备的现有配置根据其上报的数据推断：未连接的端口视为出厂设置（启用，速率同相邻端口）。',
            en: 'The current configuration is derived from what the device reports: ports without a link are assumed to have factory settings (enabled, with the speed of adjacent ports).',
          })}
        </p>
      )}
      {row.changed === 1 && row.returns === 0 && <p className="text-warning">{say(noReturn(row))}</p>}
      {row.changed === 1 && (
        <LineDiff
          hunks={row.hunks}
          label={say({ zh: '{name} 的配置差异', en: 'What changes on {name}' }, { name: row.name })}
        />
      )}
      {more > 0 && (
        <p className="text-xs text-faint">
          {say({ zh: '另有 {more} 行未显示', en: '{more} more {more:line|lines}' }, { more })}
        </p>
      )}
    </div>
  )
}

/** Reason why the device stays disconnected after a faulty configuration. */
function noReturn({ type }: DeviceReview): Words {
  if (type === deviceType.id.switch)
    return {
      zh: '交换机会立即保存收到的配置，重启也不会恢复：如果新配置使其断线，须到现场处理。',
      en: 'A switch saves its configuration immediately, and a restart does not restore the previous one. If the new configuration disconnects the switch, it must be restored on site.',
    }
  return {
    zh: '平台无法让该设备在断线后自行恢复原配置：如果新配置使其断线，须到现场处理。',
    en: 'The device cannot roll back automatically: if the new configuration disconnects it, it must be restored on site.',
  }
}
