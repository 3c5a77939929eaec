import { backupCalls } from '@belvedere/contract/rooms/backup/backup.ts'
import { Download, GitCompare, History, Lock, LockOpen, PencilLine, Replace, Trash2, Undo2 } from 'lucide-react'
import { call, saveDownload } from '../../../kit/calls/call.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/popups/menu.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import type { OpenBackup } from './use-backup-dialogs.tsx'
import { showFailure } from '../../task/api.tsx'
import { useWritable } from '../../device/api.tsx'

/** One backup in any list. */
export interface MenuBackup {
  id: number
  device_id: number
  name: string
  scene_id: number
  created_at: number
  complete: 0 | 1
  format: 'archive' | 'document'
  note: string
  keep: 0 | 1
  /** There is a previous backup. */
  has_previous: boolean
  online: 0 | 1
  /** Capabilities of the device: unsupported actions are not offered. */
  verbs: readonly string[]
}

/** Actions on a backup; actions without permission are not offered. */
export function BackupMenu({ backup, show, more = [] }: { backup: MenuBackup; show: OpenBackup; more?: MenuEntry[] }) {
  const { writable, owned, commandable } = useWritable()
  const confirm = useConfirm()
  const removal = useMutateCall(backupCalls.remove, { done: { zh: '已删除', en: 'Deleted' } })
  const change = useMutateCall(backupCalls.change)
  const { id, created_at, keep, note, has_previous, complete, format, online, verbs } = backup
  const [mayWrite, mayCommand, isOwn] = [writable(backup), commandable(backup), owned(backup)]
  const drop = async () => {
    const title = say(
      { zh: '删除“{name}”{at} 的备份？', en: 'Delete the backup of “{name}” of {at}?' },
      { name: backup.name, at: absoluteTime(created_at) },
    )
    const body = say({ zh: '删除后无法再用它恢复设备。', en: 'The device cannot be restored from it any more.' })
    if (await confirm({ title, body, danger: true, ok: { zh: '删除', en: 'Delete' } })) await removal.run({ ids: [id] })
  }
  const compare: MenuEntry[] = [
    {
      label: { zh: '与上一份比较', en: 'Compare with the one before' },
      icon: GitCompare,
      disabled: !has_previous,
      run: () => show({ what: 'diff', of: { id } }),
    },
    ...(format === 'document' && verbs.includes('running')
      ? [
          {
            label: { zh: '与当前配置比较', en: 'Compare with running configuration' },
            icon: GitCompare,
            disabled: !online,
            run: () => show({ what: 'diff', of: { id, running: 1 } }),
          } satisfies MenuEntry,
        ]
      : []),
  ]
  const orders: MenuEntry[] = [
    {
      label: { zh: '下载', en: 'Download' },
      icon: Download,
      run: () => void call(backupCalls.download, { id }).then(saveDownload, showFailure),
    },
    ...(canRestore(backup)
      ? [
          {
            label: { zh: '恢复到本设备', en: 'Restore' },
            icon: Undo2,
            disabled: !complete,
            run: () => show({ what: 'restore', id, created_at }),
          } satisfies MenuEntry,
        ]
      : []),
    ...(isOwn && format === 'document' && verbs.includes('configure')
      ? [
          {
            label: { zh: '更换设备', en: 'Replace the device' },
            icon: Replace,
            disabled: !complete,
            run: () => show({ what: 'replace', id, device_id: backup.device_id, name: backup.name }),
          } satisfies MenuEntry,
        ]
      : []),
  ]
  const keepNot: MenuEntry = {
    label: { zh: '取消长期保留', en: 'Keep no longer' },
    icon: LockOpen,
    run: () => void change.run({ id, keep: 0 }),
  }
  const keepIt: MenuEntry = {
    label: { zh: '长期保留', en: 'Keep permanently' },
    icon: Lock,
    run: () => void change.run({ id, keep: 1 }),
  }
  const remarks: (MenuEntry | 'line')[] = [
    'line',
    ...(isOwn ? [keep ? keepNot : keepIt] : []),
    { label: { zh: '修改备注', en: 'Change the note' }, icon: PencilLine, run: () => show({ what: 'note', id, note }) },
    ...(isOwn
      ? ['line' as const, { label: { zh: '删除', en: 'Delete' }, icon: Trash2, danger: true, run: () => void drop() }]
      : []),
  ]
  const items = [...more, ...compare, ...(mayCommand ? orders : []), ...(mayWrite ? remarks : [])]
  return <Menu trigger={<IconButton size="s" icon="ellipsis" label={{ zh: '更多操作', en: 'More' }} />} items={items} />
}

/** An archive is restored to a host, a document to a device that is configured by one. */
const canRestore = ({ format, verbs }: MenuBackup) =>
  format === 'archive' ? verbs.includes('restore') : verbs.includes('configure') && !verbs.includes('backup')

/** Opens all backups of the device. */
export const historyEntry = (run: () => void): MenuEntry => ({
  label: { zh: '备份记录', en: 'All its backups' },
  icon: History,
  run,
})
