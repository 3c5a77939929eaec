import {
  AppWindow,
  Archive,
  ArrowRightLeft,
  CalendarClock,
  CircleArrowUp,
  Clapperboard,
  DatabaseBackup,
  Eraser,
  FileSearch,
  Globe,
  Group,
  KeyRound,
  Lightbulb,
  ScanSearch,
  SlidersHorizontal,
  Trash2,
  Unlink,
} from 'lucide-react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/popups/menu.tsx'
import type { DeviceActions } from '../actions/use-device-actions.tsx'
import { can, canBackUp, type ListedDevice } from './device.ts'

interface DeviceActionsProps {
  device: ListedDevice
  actions: DeviceActions
  writable: boolean
  owned: boolean
  commandable: boolean
  /** Configuration may be sent to it. */
  configurable: boolean
  /** Entries for its configuration and its operation log are shown. */
  configShown: boolean
  logShown: boolean
  /** Shown before the default entries. */
  more?: MenuEntry[] | undefined
}

/**
 * Frequent actions as buttons, the others in a menu; actions that the device does not support or the user may not take
 * are not offered.
 */
export function RowActions(props: DeviceActionsProps) {
  const { device, actions, commandable } = props
  const items = menuItems(props)
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

function menuItems(props: DeviceActionsProps): (MenuEntry | 'line')[] {
  const { device, writable, owned, commandable, configurable, configShown, logShown, more = [] } = props
  const { query, backup, upgrade, password, page, leds, captures, factory } = commandsOf(props)
  const { configure, apps, backups, sessions, timers } = viewsOf(props)
  const { alone, group, move, remove } = ownershipOf(props)
  const resets = commandable && can(device, 'factory')
  return [
    ...more,
    ...(configShown && can(device, 'configure') ? [configure] : []),
    ...(can(device, 'cgi') ? [...(configShown ? [query] : []), apps] : []),
    ...(commandable && canBackUp(device) ? [backup] : []),
    ...(commandable && can(device, 'upgrade') ? [upgrade] : []),
    ...(configurable && can(device, 'configure') ? [password] : []),
    ...(commandable && can(device, 'tunnel') ? [page] : []),
    ...(commandable && can(device, 'leds') ? [leds] : []),
    ...(commandable && can(device, 'capture') ? [captures] : []),
    ...(logShown && can(device, 'shell') ? [sessions] : []),
    ...(configShown && canBackUp(device) ? [backups] : []),
    ...(configShown ? [timers] : []),
    ...(writable && can(device, 'configure') ? [alone] : []),
    ...(owned ? [group, move] : []),
    ...(resets || owned ? ['line' as const] : []),
    ...(resets ? [factory] : []),
    ...(owned ? [remove] : []),
  ]
}

/** Actions that send a command to the device. */
function commandsOf({ device, actions }: DeviceActionsProps) {
  const isOff = !device.online
  return {
    query: {
      label: { zh: '实时查询', en: 'Live query' },
      icon: ScanSearch,
      disabled: isOff,
      run: () => actions.open('query', device),
    },
    backup: {
      label: { zh: '立即备份', en: 'Back up now' },
      icon: DatabaseBackup,
      disabled: isOff,
      run: () => void actions.backup([device]),
    },
    upgrade: {
      label: { zh: '升级固件', en: 'Upgrade' },
      icon: CircleArrowUp,
      run: () => actions.upgrade([device]),
    },
    password: {
      label: { zh: '修改密码', en: 'Change password' },
      icon: KeyRound,
      run: () => actions.password([device]),
    },
    page: {
      label: { zh: '打开设备网页', en: 'Open a page' },
      icon: Globe,
      disabled: isOff,
      run: () => actions.open('custom', device),
    },
    leds: {
      label: { zh: '指示灯', en: 'LEDs' },
      icon: Lightbulb,
      disabled: isOff,
      run: () => actions.open('leds', device),
    },
    captures: {
      label: { zh: '抓包', en: 'Packet capture' },
      icon: FileSearch,
      run: () => actions.open('captures', device),
    },
    factory: {
      label: { zh: '恢复出厂设置', en: 'Factory reset' },
      icon: Eraser,
      danger: true,
      disabled: isOff,
      run: () => void actions.factory(device),
    },
  }
}

/** Actions that show more about the device. */
function viewsOf({ device, actions, writable }: DeviceActionsProps) {
  return {
    configure: {
      label: { zh: '配置', en: 'Configure' },
      icon: SlidersHorizontal,
      run: () => actions.configure(device, !writable),
    },
    apps: {
      label: { zh: '已安装应用', en: 'Installed apps' },
      icon: AppWindow,
      run: () => actions.apps(device),
    },
    backups: {
      label: { zh: '备份记录', en: 'Backups' },
      icon: Archive,
      run: () => actions.open('backups', device),
    },
    sessions: {
      label: { zh: '远程会话', en: 'Remote sessions' },
      icon: Clapperboard,
      run: () => actions.open('sessions', device),
    },
    timers: {
      label: { zh: '定时任务', en: 'Timers' },
      icon: CalendarClock,
      run: () => actions.timers({ device_id: device.id }, device),
    },
  }
}

/** Actions that change the owner or the management of the device. */
function ownershipOf({ device, actions }: DeviceActionsProps) {
  return {
    alone: {
      label: device.standalone
        ? { zh: '恢复集中配置', en: 'Configure from here again' }
        : { zh: '脱离集中配置', en: 'Make it standalone' },
      icon: Unlink,
      run: () => void actions.alone(device),
    },
    group: {
      label: { zh: '设置分组', en: 'Set the group' },
      icon: Group,
      run: () => actions.group([device]),
    },
    move: {
      label: { zh: '移动到其他场景', en: 'Move to another scene' },
      icon: ArrowRightLeft,
      run: () => actions.move([device]),
    },
    remove: {
      label: { zh: '删除', en: 'Remove' },
      icon: Trash2,
      danger: true,
      run: () => void actions.remove([device]),
    },
  }
}
