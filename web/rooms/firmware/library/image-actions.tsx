import { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import { Download, Pencil, Rocket, Trash2 } from 'lucide-react'
import { call, saveDownload } from '../../../kit/calls/call.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { isSilent } from '../../../kit/calls/refusal.ts'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Menu } from '../../../ui/popups/menu.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { nameOf, type Image } from './image.ts'
import type { LibraryDialog } from './library-dialog.ts'

interface ImageActionsProps {
  image: Image
  open: (what: LibraryDialog) => void
  onUpgrade: (firmware_ids: readonly number[]) => void
}

export function ImageActions({ image, open, onUpgrade }: ImageActionsProps) {
  const may = useMay()
  const remove = useRemoveImage()
  const mine = may('firmware.write') && !image.built_in
  const save = () =>
    call(firmwareCalls.download, { id: image.id }).then(saveDownload, (error: Error) => {
      if (!isSilent(error)) toast.error(error.message)
    })
  const edit = { label: { zh: '编辑信息', en: 'Edit' }, icon: Pencil, run: () => open({ what: 'describe', image }) }
  const drop = { label: { zh: '删除', en: 'Delete' }, icon: Trash2, danger: true, run: () => void remove(image) }
  return (
    <span className="inline-flex items-center">
      {may('device.command') && image.ready === 1 && (
        <IconButton
          size="s"
          icon={Rocket}
          label={{ zh: '创建升级计划', en: 'New campaign' }}
          onClick={() => onUpgrade([image.id])}
        />
      )}
      {mine && !image.ready && (
        <IconButton size="s" icon={Pencil} label={edit.label} onClick={() => open({ what: 'describe', image })} />
      )}
      <Menu
        trigger={<IconButton size="s" icon="ellipsis" label={{ zh: '更多操作', en: 'More' }} />}
        items={[
          ...(mine ? [edit] : []),
          { label: { zh: '下载', en: 'Download' }, icon: Download, run: () => void save() },
          ...(mine ? ['line' as const, drop] : []),
        ]}
      />
    </span>
  )
}

/** Asks first, and states what depends on the image. */
function useRemoveImage() {
  const confirm = useConfirm()
  const { run } = useMutateCall(firmwareCalls.remove)
  return async (image: Image) => {
    const title = say({ zh: '删除固件“{name}”？', en: 'Delete the firmware “{name}”?' }, { name: nameOf(image) })
    const body =
      image.running > 0
        ? say(
            {
              zh: '{n} 台设备正在运行该版本。设备不受影响，但之后无法再回退到它。',
              en: '{n} {n:device runs|devices run} it. {n:It is|They are} not affected, but cannot be rolled back to it later.',
            },
            { n: image.running },
          )
        : say({ zh: '文件会一并删除。', en: 'Its file is deleted too.' })
    if (!(await confirm({ title, body, danger: true, ok: { zh: '删除', en: 'Delete' } }))) return
    const done = await run({ ids: [image.id] })
    const refused = done?.rejected?.[0]
    if (refused) toast.error(refused.reason)
    else if (done) toast.success({ zh: '已删除', en: 'Deleted' })
  }
}
