import { backupCalls } from '@belvedere/contract/rooms/device/backup.ts'
import { backupSource } from '@belvedere/contract/rooms/device/enums.ts'
import { flowText } from '@belvedere/pure/flow.ts'
import { DatabaseBackup, Download, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { call, saveDownload } from '../../../kit/call.ts'
import { CallTable, type Column, type RowOf } from '../../../kit/call-table.tsx'
import { useMutateCall } from '../../../kit/query.ts'
import { lang, say } from '../../../kit/words.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm-dialog.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { absoluteTime, RelativeTime } from '../../../ui/relative-time.tsx'
import { Badge, Status } from '../../../ui/status.tsx'
import { backupOrder, showFailure, tellOne } from '../actions/tell-one.ts'
import { can, nameOf, type Device } from '../device-table/device.ts'
import { useWritable } from '../device-table/use-writable.ts'

type Backup = RowOf<typeof backupCalls.list>

const columns: Column<Backup>[] = [
  {
    property: 'created_at',
    label: { zh: '时间', en: 'Taken' },
    sort: true,
    width: 110,
    format: ({ created_at }) => <RelativeTime at={created_at} />,
  },
  { property: 'complete', label: { zh: '完整性', en: 'State' }, width: 118, format: (row) => <Complete row={row} /> },
  {
    property: 'source',
    label: { zh: '来源', en: 'Kind' },
    width: 110,
    format: ({ source }) => backupSource.label(source, lang),
  },
  {
    property: 'bytes',
    label: { zh: '大小', en: 'Size' },
    sort: true,
    width: 96,
    position: 'right',
    format: ({ bytes }) => flowText(bytes),
  },
  { property: 'firmware', label: { zh: '固件版本', en: 'Firmware' }, sort: true, minWidth: 120, tooltip: true },
  { property: 'operator', label: { zh: '操作人', en: 'Operator' }, width: 96, tooltip: true },
  { property: 'note', label: { zh: '备注', en: 'Note' }, tooltip: true, defaultHide: true },
  {
    property: 'sha256',
    label: { zh: 'SHA-256', en: 'SHA-256' },
    mono: true,
    tooltip: true,
    width: 130,
    defaultHide: true,
  },
]

function Complete({ row }: { row: Backup }) {
  if (!row.complete) return <Status tone="danger" label={{ zh: '不完整', en: 'Incomplete' }} />
  if (row.unchanged) return <Badge tone="neutral" label={{ zh: '与上次相同', en: 'Unchanged' }} />
  return <Status tone="success" label={{ zh: '完整', en: 'Complete' }} />
}

/** Stored configurations of one device. */
export function BackupDrawer({ device, onClose }: { device: Device; onClose: () => void }) {
  const { writable, commandable } = useWritable()
  const input = useMemo(() => ({ device_id: device.id }), [device.id])
  const now = commandable(device) && can(device, 'backup') && (
    <Button
      kind="primary"
      icon={DatabaseBackup}
      disabled={!device.online}
      onClick={() => void tellOne(backupOrder, device)}
    >
      {say({ zh: '立即备份', en: 'Back up now' })}
    </Button>
  )
  return (
    <Drawer
      open
      onClose={onClose}
      width={820}
      title={say({ zh: '备份 · {name}', en: 'Backups · {name}' }, { name: nameOf(device) })}
    >
      <CallTable
        call={backupCalls.list}
        input={input}
        name="backups"
        columns={columns}
        actions={now}
        actionsWidth={76}
        empty={{
          title: { zh: '还没有备份', en: 'No backups yet' },
          hint: { zh: '立即备份会保存设备当前的配置', en: 'A backup keeps the configuration the device has now' },
        }}
        rowActions={(row) => <BackupActions row={row} download={commandable(device)} remove={writable(device)} />}
      />
    </Drawer>
  )
}

function BackupActions({ row, download, remove }: { row: Backup; download: boolean; remove: boolean }) {
  const confirm = useConfirm()
  const { run, pending } = useMutateCall(backupCalls.remove, { done: { zh: '已删除', en: 'Deleted' } })
  const save = () => call(backupCalls.download, { id: row.id }).then(saveDownload, showFailure)
  const drop = async () => {
    const title = say(
      { zh: '删除 {at} 的备份？', en: 'Delete the backup of {at}?' },
      { at: absoluteTime(row.created_at) },
    )
    if (await confirm({ title, danger: true, ok: { zh: '删除', en: 'Delete' } })) await run({ ids: [row.id] })
  }
  return (
    <>
      {download && (
        <IconButton size="s" icon={Download} label={{ zh: '下载', en: 'Download' }} onClick={() => void save()} />
      )}
      {remove && (
        <IconButton
          size="s"
          icon={Trash2}
          label={{ zh: '删除', en: 'Delete' }}
          pending={pending}
          onClick={() => void drop()}
        />
      )}
    </>
  )
}
