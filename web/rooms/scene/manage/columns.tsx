import { sceneMode } from '@belvedere/contract/rooms/scene/enums.ts'
import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import type { Column } from '../../../kit/list/call-table.tsx'
import { lang, say } from '../../../kit/words/words.ts'
import { cx } from '../../../ui/base/join-classes.ts'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'
import { Tag } from '../../../ui/values/tag-dot.tsx'
import { placeOf, type ListedScene } from './scene-row.ts'

/** `open` opens a scene. */
export const columnsWith = (open: (scene: ListedScene) => void): Column<ListedScene>[] => [
  {
    property: 'name',
    label: { zh: '场景', en: 'Scene' },
    sort: true,
    minWidth: 200,
    fixed: true,
    format: (scene) => <Name scene={scene} open={open} />,
  },
  {
    property: 'devices',
    label: { zh: '设备在线', en: 'Devices online' },
    width: 210,
    format: (scene) => <Devices scene={scene} />,
  },
  { property: 'terminal_cnt', label: { zh: '终端', en: 'Terminals' }, width: 96, position: 'right' },
  {
    property: 'groups',
    label: { zh: '分组', en: 'Groups' },
    minWidth: 160,
    format: ({ groups }) => (groups.length > 0 ? <Groups groups={groups} /> : undefined),
  },
  {
    property: 'province',
    label: { zh: '地址', en: 'Place' },
    sort: true,
    minWidth: 180,
    tooltip: true,
    format: placeOf,
  },
  { property: 'industry', label: { zh: '行业', en: 'Industry' }, sort: true, tooltip: true },
  { property: 'owner', label: { zh: '所属团队', en: 'Owner' }, tooltip: true, defaultHide: true },
  { property: 'time_zone', label: { zh: '时区', en: 'Time zone' }, minWidth: 130, defaultHide: true },
  { property: 'remark', label: { zh: '备注', en: 'Remark' }, minWidth: 140, tooltip: true, defaultHide: true },
  {
    property: 'created_at',
    label: { zh: '创建时间', en: 'Created' },
    sort: true,
    width: 116,
    format: ({ created_at }) => <RelativeTime at={created_at} />,
  },
  {
    property: 'updated_at',
    label: { zh: '修改时间', en: 'Changed' },
    sort: true,
    width: 116,
    defaultHide: true,
    format: ({ updated_at }) => <RelativeTime at={updated_at} />,
  },
  { property: 'changed_by', label: { zh: '修改人', en: 'Changed by' }, tooltip: true, defaultHide: true },
]

function Name({ scene, open }: { scene: ListedScene; open: (scene: ListedScene) => void }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <button
        type="button"
        onClick={() => open(scene)}
        className="truncate font-medium hover:text-accent-text hover:underline"
      >
        {scene.name}
      </button>
      {scene.mode !== 0 && <Badge tone={sceneMode.find(scene.mode)?.tone} label={sceneMode.label(scene.mode, lang)} />}
    </span>
  )
}

const kinds = ['router', 'firewall', 'soft', 'ap', 'switch', 'other'] as const

function Devices({ scene: { device, device_total, device_online, device_unknown } }: { scene: ListedScene }) {
  if (device_total === 0) return <span className="text-faint">{say({ zh: '无设备', en: 'No devices' })}</span>
  const parts = kinds
    .filter((kind) => device[kind].total > 0)
    .map((kind) => `${deviceType.label(deviceType.id[kind], lang)} ${device[kind].online}/${device[kind].total}`)
  const isMissing = device_online + device_unknown < device_total
  const unknown = { zh: '未知 {n}', en: '{n} unknown' }
  if (device_unknown > 0) parts.push(say(unknown, { n: device_unknown }))
  return (
    <span data-tip={parts.join('\n')} className="inline-flex items-center gap-2 align-middle">
      <span
        aria-hidden="true"
        className={cx('flex h-1 w-14 overflow-hidden rounded-full', isMissing ? 'bg-danger-dot' : 'bg-line')}
      >
        <span className="h-full bg-success-dot" style={{ width: `${(device_online / device_total) * 100}%` }} />
        <span className="h-full bg-control" style={{ width: `${(device_unknown / device_total) * 100}%` }} />
      </span>
      <span className={isMissing ? 'text-danger' : undefined}>
        {device_online}
        <span className="text-faint"> / {device_total}</span>
      </span>
      {device_unknown > 0 && <span className="text-soft">{say(unknown, { n: device_unknown })}</span>}
    </span>
  )
}

function Groups({ groups }: { groups: ListedScene['groups'] }) {
  return (
    <span className="flex items-center gap-1">
      {groups.slice(0, 2).map((group) => (
        <Tag key={group.id} name={group.name} color={group.color} />
      ))}
      {groups.length > 2 && (
        <span data-tip={groups.map(({ name }) => name).join('\n')} className="text-xs text-faint">
          +{groups.length - 2}
        </span>
      )}
    </span>
  )
}
