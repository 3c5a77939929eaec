import { firmwareFormat } from '@belvedere/contract/rooms/firmware/enums.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { Facts } from '../../../ui/values/fact-list.tsx'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'
import { notesOf, sizeText, type Image } from './image.ts'

/** Further properties of an image, and its notes. */
export function ImageDetail({ image }: { image: Image }) {
  const notes = notesOf(image)
  return (
    <div className="flex flex-col gap-3">
      <Facts
        items={[
          { label: { zh: '文件', en: 'File' }, value: image.filename },
          { label: { zh: '格式', en: 'Format' }, value: firmwareFormat.label(image.format, lang) },
          { label: { zh: '大小', en: 'Size' }, value: sizeText(image) },
          {
            label: { zh: '最低可升级版本', en: 'Installs over' },
            value: image.min_version || say({ zh: '任意版本', en: 'Any version' }),
          },
          { label: { zh: '签名', en: 'Signature' }, value: image.signed_by },
          { label: { zh: '上传时间', en: 'Uploaded' }, value: absoluteTime(image.created_at) },
        ]}
      />
      <div className="min-w-0">
        <p className="text-xs text-faint">SHA-256</p>
        <Copyable text={image.sha256} mono />
      </div>
      {notes && (
        <div>
          <p className="text-xs text-faint">{say({ zh: '版本说明', en: 'Release notes' })}</p>
          <p className="max-w-3xl whitespace-pre-line">{notes}</p>
        </div>
      )}
    </div>
  )
}
