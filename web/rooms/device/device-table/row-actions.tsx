import { Archive, ArrowRightLeft, DatabaseBackup, Group, ScanSearch, Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import type { DeviceActions } from '../actions/use-device-actions.tsx'
import { can, type Device } from './device.ts'

interface RowActionsProps {
  device: Device
  actions: DeviceActions
  writable: boolean
  commandable: boolean
}

/** The frequent ones as buttons, the rest in a menu; what the device or the user cannot do is not offered. */
export function RowActions({ device, actions, writable, commandable }: RowActionsProps) {
  const items = menuItems({ device, actions, writable, commandable })
  const isOff = !device.online
  return (
    <span className="inline-flex items-center">
      {commandable && can(device, 'shell') && (
        <IconButton
          size="s"
          icon="square-terminal"
          disabled={isOff}
          label={{ zh: '远程终端', en: 'Remote shell' }}
          onClick={() => actions.open('shell', device)}
        />
      )}
      {commandable && can(device, 'reboot') && (
        <IconButton
          size="s"
          icon="rotate-cw"
          disabled={isOff}
          label={{ zh: '重启', en: 'Reboot' }}
          onClick={() => void actions.reboot([device])}
        />
      )}
      {items.length > 0 && (
        <Menu trigger={<IconButton size="s" icon="ellipsis" label={{ zh: '更多操作', en: 'More' }} />} items={items} />
      )}
    </span>
  )
}

function menuItems({ device, actions, writable, commandable }: RowActionsProps): (MenuEntry | 'line')[] {
  const isOff = !device.online
  const query = {
    label: { zh: '实时查询', en: 'Live query' },
    icon: ScanSearch,
    disabled: isOff,
    run: () => actions.open('query', device),
  }
  const backup = {
    label: { zh: '立即备份', en: 'Back up now' },
    icon: DatabaseBackup,
    disabled: isOff,
    run: () => void actions.backup([device]),
  }
  const backups = {
    label: { zh: '备份记录', en: 'Backups' },
    icon: Archive,
    run: () => actions.open('backups', device),
  }
  const move = {
    label: { zh: '移动到其他场景', en: 'Move to another scene' },
    icon: ArrowRightLeft,
    run: () => actions.move([device]),
  }
  const group = {
    label: { zh: '设置分组', en: 'Set the group' },
    icon: Group,
    run: () => actions.group([device]),
  }
  const remove = {
    label: { zh: '删除', en: 'Remove' },
    icon: Trash2,
    danger: true,
    run: () => void actions.remove([device]),
  }
  return [
    ...(can(device, 'cgi') ? [query] : []),
    ...(commandable && can(device, 'backup') ? [backup] : []),
    backups,
    ...(writable ? [group, move, 'line' as const, remove] : []),
  ]
}
