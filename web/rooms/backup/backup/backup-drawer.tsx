import { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import { DatabaseBackup, GitCompare } from 'lucide-react'
import { useMemo } from 'react'
import { type Batch, CallTable } from '../../../kit/list/call-table.tsx'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { backupColumns } from './backup-columns.tsx'
import { BackupMenu } from './backup-menu.tsx'
import type { Backup, Subject } from './backup-row.ts'
import { type OpenBackup, useBackupDialogs } from './use-backup-dialogs.tsx'
import { backupCommand, sendCommand } from '../../task/api.tsx'
import { canBackUp, nameOf, useWritable } from '../../device/api.tsx'

/** Stored configurations of one device. */
export function BackupDrawer({ device, onClose }: { device: Subject; onClose: () => void }) {
  const { commandable } = useWritable()
  const { show, dialogs } = useBackupDialogs()
  const input = useMemo(() => ({ device_id: device.id }), [device.id])
  const now = commandable(device) && canBackUp(device) && (
    <Button
      kind="primary"
      icon={DatabaseBackup}
      disabled={!device.online}
      onClick={() => void sendCommand(backupCommand, device)}
    >
      {say({ zh: '立即备份', en: 'Back up now' })}
    </Button>
  )
  return (
    <Drawer
      open
      onClose={onClose}
      width={980}
      title={say({ zh: '备份 · {name}', en: 'Backups · {name}' }, { name: nameOf(device) })}
    >
      <CallTable
        call={backupCalls.list}
        input={input}
        name="backups"
        columns={backupColumns}
        actions={now}
        actionsWidth={76}
        batch={(batch) => <CompareTwo batch={batch} show={show} />}
        empty={{
          title: { zh: '还没有备份', en: 'No backups yet' },
          hint: { zh: '立即备份会保存设备当前的配置', en: 'A backup keeps the configuration the device has now' },
        }}
        rowActions={(row) => (
          <BackupMenu
            backup={{
              ...row,
              has_previous: row.diff_prev !== null || row.unchanged === 1,
              online: device.online,
              verbs: device.verbs,
            }}
            show={show}
          />
        )}
      />
      {dialogs}
    </Drawer>
  )
}

/** Compares any two of them, the older at the left. */
function CompareTwo({ batch, show }: { batch: Batch<Backup>; show: OpenBackup }) {
  const [against, id] = batch.ids.toSorted((a, b) => a - b)
  const compare = () => against && id && show({ what: 'diff', of: { id, against } })
  return (
    <Button kind="quiet" size="s" icon={GitCompare} disabled={batch.ids.length !== 2} onClick={compare}>
      {say({ zh: '比较所选的两份', en: 'Compare the two' })}
    </Button>
  )
}
