import { addressKind } from '@belvedere/contract/rooms/tool/enums.ts'
import { say } from '../../../kit/words/words.ts'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { Facts } from '../../../ui/values/fact-list.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { Callout } from '../callout.tsx'
import { openTool, type ToolId } from '../open-tool.ts'
import { macInside, reverseOf, type IpAnswer } from './ip-answer.ts'

/** Details of one address. */
export function IpResult({ answer, own }: { answer: IpAnswer; own: boolean }) {
  const kind = addressKind.find(answer.kind)
  const isPlaced = answer.kind === 'public' || answer.country !== ''
  return (
    <section aria-live="polite" className="mt-4 border-t border-line pt-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-mono text-lg break-all">{answer.ip}</span>
        <Status tone={kind?.tone} label={kind ?? answer.kind} />
        {own && <span className="text-xs text-faint">{say({ zh: '您当前的地址', en: 'Your own address' })}</span>}
      </header>
      {answer.note && (
        <div className="mt-3">
          <Callout>
            {answer.block && <span className="font-mono text-xs text-ink">{answer.block} </span>}
            {answer.note}
          </Callout>
        </div>
      )}
      {isPlaced && <Facts className="mt-4 max-sm:grid-cols-2" items={placeOf(answer)} />}
      <Facts className="mt-3" items={insideOf(answer)} />
      <p className="mt-3 flex flex-wrap items-center gap-x-3">
        <span className="text-xs text-faint">{say({ zh: '反向域名', en: 'Reverse name' })}</span>
        <Copyable text={reverseOf(answer.ip)} />
      </p>
    </section>
  )
}

const placeOf = ({ country, province, city, isp, asn, as_name }: IpAnswer) => [
  { label: { zh: '国家/地区', en: 'Country' }, value: country },
  { label: { zh: '省份', en: 'Province or state' }, value: province },
  { label: { zh: '城市', en: 'City' }, value: city },
  { label: { zh: '运营商', en: 'Carrier' }, value: isp },
  { label: { zh: '自治系统', en: 'Autonomous system' }, value: asn > 0 && `AS${asn} ${as_name}` },
]

function insideOf({ ip, embedded }: IpAnswer) {
  const mac = macInside(ip)
  return [
    ...(embedded
      ? [{ label: { zh: '内含 IPv4', en: 'IPv4 inside' }, value: <Further tool="ip" value={embedded} /> }]
      : []),
    ...(mac
      ? [{ label: { zh: '接口 MAC（EUI-64）', en: 'MAC inside (EUI-64)' }, value: <Further tool="mac" value={mac} /> }]
      : []),
  ]
}

/** An address embedded in the address, with a link that looks it up. */
function Further({ tool, value }: { tool: ToolId; value: string }) {
  return (
    <button
      type="button"
      onClick={() => openTool(tool, value)}
      className="font-mono text-xs text-accent-text hover:underline"
    >
      {value}
    </button>
  )
}
