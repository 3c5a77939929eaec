import { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import { FileUp } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import { flowText } from '@belvedere/pure/text/flow.ts'
import { say } from '../../../kit/words/words.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { DescribeDialog } from './describe-dialog.tsx'
import { useUpload } from './use-upload.ts'

/** Uploads an image and its signatures; missing properties are requested after the upload. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const [signature, setSignature] = useState('')
  const [ofDevice, setOfDevice] = useState('')
  const [file, setFile] = useState<File>()
  const { state, send, cancel } = useUpload(firmwareCalls.add)
  if (state.step === 'done')
    return (
      <DescribeDialog
        image={state.answer.firmware}
        onClose={onClose}
        title={
          state.answer.missing.length > 0
            ? { zh: '已上传，请补充信息', en: 'Uploaded; complete its details' }
            : { zh: '已上传，请核对信息', en: 'Uploaded; check what was recognised' }
        }
      />
    )
  const sending = state.step === 'sending'
  return (
    <Dialog
      open
      width={560}
      title={{ zh: '上传固件', en: 'Upload firmware' }}
      onClose={() => (cancel(), onClose())}
      footer={
        <>
          <Button onClick={() => (cancel(), onClose())}>{say({ zh: '取消', en: 'Cancel' })}</Button>
          <Button
            kind="primary"
            disabled={!file}
            pending={sending}
            onClick={() =>
              file && send(file, { ...describedBy({ signature }), ...describedBy({ device_signature: ofDevice }) })
            }
          >
            {say({ zh: '上传', en: 'Upload' })}
          </Button>
        </>
      }
    >
      {sending ? (
        <Sending name={state.file.name} size={state.file.size} share={state.share} />
      ) : (
        <Chooser file={file} onFile={setFile} />
      )}
      {state.step === 'refused' && (
        <p role="alert" className="mt-3 rounded-md bg-danger-soft px-3 py-2 text-danger">
          {state.reason}
        </p>
      )}
      <TextArea
        label={{ zh: '签名（可选）', en: 'Signature (optional)' }}
        hint={{
          zh: 'Ed25519：Base64，或 signify、usign、minisign 文件内容；须与某个受信任的公钥相符',
          en: 'Ed25519: base64, or the text of a signify, usign or minisign file; by one of the trusted keys',
        }}
        value={signature}
        onChange={setSignature}
        maxLength={4096}
        disabled={sending}
        rows={2}
        mono
        className="mt-4"
      />
      <TextArea
        label={{ zh: '设备校验用签名（可选）', en: 'Signature for the device (optional)' }}
        hint={{
          zh: '仅当设备固件要求厂商签名时填写，Base64，随升级命令下发',
          en: 'Base64, sent with the upgrade command; only for devices whose firmware requires a vendor signature',
        }}
        value={ofDevice}
        onChange={setOfDevice}
        maxLength={4096}
        disabled={sending}
        rows={2}
        mono
        className="mt-4"
      />
    </Dialog>
  )
}

/** Values of the form. */
const describedBy = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== ''))

function Chooser({ file, onFile }: { file: File | undefined; onFile: (file: File) => void }) {
  const chooser = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => files?.[0] && onFile(files[0])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <>
      <button
        type="button"
        onClick={() => chooser.current?.click()}
        onDragOver={(event) => (event.preventDefault(), setOver(true))}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`flex w-full flex-col items-center gap-2 rounded-lg border border-dashed px-4 py-9 hover:bg-hover ${over ? 'border-accent bg-accent-soft' : 'border-control'}`}
      >
        <FileUp size={24} strokeWidth={1.6} className="text-soft" aria-hidden="true" />
        <span className="max-w-full truncate font-medium">
          {file?.name ?? say({ zh: '选择固件文件，或拖放到此处', en: 'Choose an image, or drop it here' })}
        </span>
        <span className="text-xs text-faint">
          {file
            ? flowText(file.size)
            : say({
                zh: '自动识别 OpenWrt sysupgrade、ONIE、FIT、tar、zip',
                en: 'OpenWrt sysupgrade, ONIE, FIT, tar and zip are recognised',
              })}
        </span>
      </button>
      <input
        ref={chooser}
        type="file"
        hidden
        data-testid="firmware-file"
        onChange={(event) => (take(event.target.files), (event.target.value = ''))}
      />
    </>
  )
}

function Sending({ name, size, share }: { name: string; size: number; share: number }) {
  const percent = Math.floor(share * 100)
  return (
    <div className="rounded-lg border border-line px-4 py-6">
      <p className="flex justify-between gap-4">
        <span className="truncate font-medium">{name}</span>
        <span className="shrink-0 text-soft">{flowText(size)}</span>
      </p>
      <span
        role="progressbar"
        aria-label={name}
        aria-valuenow={percent}
        className="mt-3 flex h-1.5 overflow-hidden rounded-full bg-strong/60"
      >
        <span className="bg-accent transition-[width]" style={{ width: `${percent}%` }} />
      </span>
      <p className="mt-2 text-xs text-soft">
        {share < 1 ? `${percent}%` : say({ zh: '正在校验和识别…', en: 'Checking and recognising…' })}
      </p>
    </div>
  )
}
