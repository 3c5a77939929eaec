import { DatabaseBackup } from 'lucide-react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/popups/menu.tsx'
import { BackupMenu, historyEntry } from './backup-menu.tsx'
import type { FleetDevice } from './backup-row.ts'
import type { OpenBackup } from './use-backup-dialogs.tsx'
import { canBackUp, useWritable } from '../../device/api.tsx'

interface FleetMenuProps {
  device: FleetDevice
  show: OpenBackup
  onBackUp: (device: FleetDevice) => void
}

/** Actions on a device of the overview and on its latest backup. */
export function FleetMenu({ device, show, onBackUp }: FleetMenuProps) {
  const { commandable } = useWritable()
  const { backup_id, created_at, complete, format, note, keep, total } = device
  const now: MenuEntry[] =
    commandable(device) && canBackUp(device)
      ? [
          {
            label: { zh: '立即备份', en: 'Back up now' },
            icon: DatabaseBackup,
            disabled: !device.online,
            run: () => onBackUp(device),
          },
        ]
      : []
  const more = [...now, historyEntry(() => show({ what: 'history', subject: device }))]
  if (backup_id === null || created_at === null || format === null)
    return (
      <Menu trigger={<IconButton size="s" icon="ellipsis" label={{ zh: '更多操作', en: 'More' }} />} items={more} />
    )
  const { name, scene_id, online, verbs } = device
  const newest = { id: backup_id, device_id: device.id, name, scene_id, created_at, format, online, verbs }
  return (
    <BackupMenu
      backup={{ ...newest, complete: complete ?? 0, note: note ?? '', keep: keep ?? 0, has_previous: total > 1 }}
      show={show}
      more={more}
    />
  )
}
