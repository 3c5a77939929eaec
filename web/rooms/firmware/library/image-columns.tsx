import { firmwareChannel, firmwareFormat } from '@belvedere/contract/rooms/firmware/enums.ts'
import type { Column } from '../../../kit/list/call-table.tsx'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Badge, Status } from '../../../ui/feedback/status.tsx'
import { modelsText, nameOf, sizeText, type Image } from './image.ts'

/** `onUpgrade`: opens a campaign for the devices with older firmware. */
export const imageColumns = (onUpgrade: (ids: readonly number[]) => void, mayUpgrade: boolean): Column<Image>[] => [
  {
    property: 'version',
    label: { zh: '版本', en: 'Version' },
    sort: true,
    minWidth: 170,
    fixed: true,
    format: (image) => <Version image={image} />,
  },
  {
    property: 'models',
    label: { zh: '适用型号', en: 'Models' },
    minWidth: 180,
    tooltip: true,
    format: (image) => modelsText(image),
  },
  { property: 'vendor', label: { zh: '厂商', en: 'Vendor' }, sort: true, width: 110, tooltip: true },
  {
    property: 'fitting',
    label: { zh: '设备', en: 'Devices' },
    width: 170,
    format: (image) => <Standing image={image} onUpgrade={onUpgrade} mayUpgrade={mayUpgrade} />,
  },
  {
    property: 'signed_by',
    label: { zh: '签名', en: 'Signature' },
    width: 120,
    format: ({ signed_by }) =>
      signed_by ? <Status tone="success" label={signed_by} /> : <span className="text-faint">{say(unsigned)}</span>,
  },
  {
    property: 'format',
    label: { zh: '格式', en: 'Format' },
    width: 150,
    defaultHide: true,
    format: ({ format }) => firmwareFormat.label(format, lang),
  },
  {
    property: 'bytes',
    label: { zh: '大小', en: 'Size' },
    sort: true,
    width: 100,
    position: 'right',
    format: (image) => sizeText(image),
  },
  {
    property: 'uploaded_by',
    label: { zh: '上传人', en: 'Uploaded by' },
    width: 120,
    tooltip: true,
    defaultHide: true,
  },
  {
    property: 'created_at',
    label: { zh: '上传时间', en: 'Uploaded' },
    sort: true,
    width: 120,
    format: ({ created_at }) => <RelativeTime at={created_at} />,
  },
]

const unsigned = { zh: '未签名', en: 'Not signed' }

function Version({ image }: { image: Image }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate font-medium">{nameOf(image)}</span>
      {image.channel === 'beta' && <Badge tone="warning" label={firmwareChannel.label('beta', lang)} />}
      {!image.ready && <Badge tone="danger" label={{ zh: '待补充', en: 'Incomplete' }} />}
      {image.built_in === 1 && <Badge tone="neutral" label={{ zh: '内置', en: 'Built in' }} />}
    </span>
  )
}

interface StandingProps {
  image: Image
  onUpgrade: (ids: readonly number[]) => void
  mayUpgrade: boolean
}

function Standing({ image, onUpgrade, mayUpgrade }: StandingProps) {
  const { fitting, running, behind } = image
  if (fitting === 0) return <span className="text-faint">–</span>
  return (
    <span className="flex items-center gap-2">
      <span className="text-soft" data-tip={say({ zh: '运行该版本 / 适用', en: 'Run it / it fits' })}>
        {running} / {fitting}
      </span>
      {behind > 0 && mayUpgrade && (
        <Button
          size="s"
          kind="quiet"
          className="text-accent-text!"
          onClick={(event) => (event.stopPropagation(), onUpgrade([image.id]))}
        >
          {say({ zh: '{n} 台落后', en: '{n} behind' }, { n: behind })}
        </Button>
      )}
    </span>
  )
}
