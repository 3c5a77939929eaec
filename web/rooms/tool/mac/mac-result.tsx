import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { macKind } from '@belvedere/contract/rooms/tool/enums.ts'
import type { toolCalls } from '@belvedere/contract/rooms/tool/tool.ts'
import { formatMac, macDigits } from '@belvedere/pure/network/mac.ts'
import { useGo } from '../../../kit/routing/go.tsx'
import { say, type Words } from '../../../kit/words/words.ts'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { Facts } from '../../../ui/values/fact-list.tsx'
import { MiniTable } from '../../../ui/data-table/mini-table.tsx'
import { RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { showDevice } from '../../device/api.tsx'
import { Callout } from '../callout.tsx'

type MacAnswer = Out<typeof toolCalls.macQuery>
type MacSighting = MacAnswer['seen'][number]

/** Vendor of the address, its other notations, and the terminals with it. */
export function MacResult({ answer, blockName }: { answer: MacAnswer; blockName: Words | undefined }) {
  const { mac, company, corp, kind, note, prefix, address, seen } = answer
  const known = macKind.find(kind)
  return (
    <section aria-live="polite" className="mt-4 border-t border-line pt-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {corp && <span className="text-lg font-semibold">{corp}</span>}
        <Status tone={known?.tone} label={known ?? kind} />
      </header>
      {note && (
        <div className="mt-3">
          <Callout>{note}</Callout>
        </div>
      )}
      {company && (
        <Facts
          className="mt-4"
          items={[
            { label: { zh: '登记公司', en: 'Registered company' }, value: company },
            { label: { zh: '登记地址', en: 'Its address' }, value: address },
            { label: { zh: '地址块', en: 'Block' }, value: blockName && say(blockName) },
            { label: { zh: '前缀', en: 'Prefix' }, value: <Copyable text={prefix} /> },
          ]}
        />
      )}
      <Facts className="mt-4 max-sm:grid-cols-2" items={writtenAs(mac)} />
      <Seen rows={seen} asked={macDigits(mac).length === 12} />
    </section>
  )
}

function writtenAs(mac: string) {
  const digits = macDigits(mac)
  return [
    { label: { zh: '冒号', en: 'With colons' }, value: <Copyable text={mac} /> },
    { label: { zh: '短横线', en: 'With dashes' }, value: <Copyable text={formatMac(digits, '-').toUpperCase()} /> },
    { label: { zh: '点分（思科）', en: 'With dots (Cisco)' }, value: <Copyable text={formatMac(digits, '.', 4)} /> },
    {
      label: { zh: '四位一组（华为、新华三）', en: 'In fours (Huawei, H3C)' },
      value: <Copyable text={formatMac(digits, '-', 4)} />,
    },
  ]
}

/** Terminals with exactly this address in the user's scenes. */
function Seen({ rows, asked }: { rows: MacAnswer['seen']; asked: boolean }) {
  if (!asked) return null
  const title = say({ zh: '在您的场景中', en: 'In your scenes' })
  return (
    <div className="mt-4">
      <h3 className="mb-1 text-xs text-faint">{title}</h3>
      {rows.length === 0 ? (
        <p>{say({ zh: '没有出现过', en: 'Never seen' })}</p>
      ) : (
        <MiniTable
          label={title}
          rows={rows}
          rowKey={({ scene_id }) => scene_id}
          columns={[
            { label: { zh: '场景', en: 'Scene' }, format: ({ scene_name }) => scene_name },
            { label: { zh: '设备', en: 'Device' }, format: (row) => <Device {...row} /> },
            { label: { zh: '主机名', en: 'Host name' }, format: ({ hostname }) => hostname },
            { label: { zh: 'IP 地址', en: 'IP address' }, format: ({ ip }) => ip, mono: true },
            { label: { zh: '最近出现', en: 'Last seen' }, format: (row) => <LastSeen {...row} /> },
          ]}
        />
      )}
    </div>
  )
}

function Device({ device_id, device_sn, device_type, device_name, scene_id }: MacSighting) {
  const go = useGo()
  const show = () => showDevice({ id: device_id, sn: device_sn, type: device_type, scene_id }, go)
  return (
    <button type="button" onClick={show} className="text-accent-text hover:underline">
      {device_name || device_sn}
    </button>
  )
}

function LastSeen({ online, last_seen }: MacSighting) {
  return online ? <Status tone="success" label={{ zh: '在线', en: 'Online' }} /> : <RelativeTime at={last_seen} />
}
