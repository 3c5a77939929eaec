import { firmwareChannel } from '@belvedere/contract/rooms/firmware/enums.ts'
import { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import { KeyRound, Upload } from 'lucide-react'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { CallTable, type CsvColumn, type FilterSpec } from '../../../kit/list/call-table.tsx'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { modelsText, nameOf, notesOf, type Image } from './image.ts'
import { ImageActions } from './image-actions.tsx'
import { imageColumns } from './image-columns.tsx'
import { ImageDetail } from './image-detail.tsx'
import type { LibraryDialog } from './library-dialog.ts'

const UploadDialog = lazyPart(() => import('./upload-dialog.tsx'), 'UploadDialog')
const DescribeDialog = lazyPart(() => import('./describe-dialog.tsx'), 'DescribeDialog')
const KeysDrawer = lazyPart(() => import('./keys-drawer.tsx'), 'KeysDrawer')

const filters: FilterSpec[] = [
  { key: 'channel', label: { zh: '通道', en: 'Channel' }, kind: 'select', options: firmwareChannel.values },
]

const csv: CsvColumn<Image>[] = [
  { label: { zh: '版本', en: 'Version' }, property: 'version', value: nameOf },
  {
    label: { zh: '通道', en: 'Channel' },
    property: 'version',
    value: (image) => firmwareChannel.label(image.channel, lang),
  },
  { label: { zh: '适用型号', en: 'Models' }, property: 'models', value: modelsText },
  { label: { zh: '厂商', en: 'Vendor' }, property: 'vendor', value: ({ vendor }) => vendor },
  { label: { zh: '适用设备', en: 'Devices it fits' }, property: 'fitting', value: ({ fitting }) => fitting },
  { label: { zh: '运行该版本', en: 'Run it' }, property: 'fitting', value: ({ running }) => running },
  { label: { zh: '落后', en: 'Behind' }, property: 'fitting', value: ({ behind }) => behind },
  { label: { zh: '签名', en: 'Signature' }, property: 'signed_by', value: ({ signed_by }) => signed_by },
  { label: { zh: '字节', en: 'Bytes' }, property: 'bytes', value: ({ bytes }) => bytes },
  { label: { zh: '文件', en: 'File' }, value: ({ filename }) => filename },
  { label: { zh: 'SHA-256', en: 'SHA-256' }, value: ({ sha256 }) => sha256 },
  { label: { zh: '上传人', en: 'Uploaded by' }, value: ({ uploaded_by }) => uploaded_by },
  {
    label: { zh: '上传时间', en: 'Uploaded' },
    property: 'created_at',
    value: (image) => absoluteTime(image.created_at),
  },
  { label: { zh: '版本说明', en: 'Release notes' }, value: notesOf },
]

/** The images of the team. */
export function LibraryTable({ onUpgrade }: { onUpgrade: (firmware_ids: readonly number[]) => void }) {
  const may = useMay()
  const [open, setOpen] = useState<LibraryDialog>()
  const close = () => setOpen(undefined)
  const rowActions = useCallback(
    (image: Image) => <ImageActions image={image} open={setOpen} onUpgrade={onUpgrade} />,
    [onUpgrade],
  )
  const columns = useMemo(() => imageColumns(onUpgrade, may('device.command')), [onUpgrade, may])
  const add = may('firmware.write') && (
    <Button kind="primary" icon={Upload} onClick={() => setOpen({ what: 'upload' })}>
      {say({ zh: '上传固件', en: 'Upload firmware' })}
    </Button>
  )
  return (
    <>
      <CallTable
        call={firmwareCalls.list}
        columns={columns}
        filters={filters}
        searchHint={{ zh: '型号 / 版本 / 文件名', en: 'Model, version or file name' }}
        actions={
          <>
            {add}
            <Button icon={KeyRound} onClick={() => setOpen({ what: 'keys' })}>
              {say({ zh: '受信任的公钥', en: 'Trusted keys' })}
            </Button>
          </>
        }
        rowActions={rowActions}
        actionsWidth={112}
        expand={expand}
        csv={csv}
        empty={{
          title: { zh: '还没有固件', en: 'No firmware yet' },
          hint: {
            zh: '上传厂商固件后，可查看哪些设备落后，并分批升级',
            en: 'Upload an image to see which devices are behind, and to upgrade them in waves',
          },
          action: add,
        }}
      />
      <Suspense>
        {open?.what === 'upload' && <UploadDialog onClose={close} />}
        {open?.what === 'describe' && <DescribeDialog image={open.image} onClose={close} />}
        {open?.what === 'keys' && <KeysDrawer onClose={close} />}
      </Suspense>
    </>
  )
}

const expand = (image: Image) => <ImageDetail image={image} />
