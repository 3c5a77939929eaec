import type { toolCalls } from '@belvedere/contract/rooms/tool/tool.ts'
import { blockOf } from '@belvedere/pure/network/cidr.ts'
import { binaryIpv4, classOfIpv4, formatIpv4, parseIpv4 } from '@belvedere/pure/network/ipv4.ts'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { Facts } from '../../../ui/values/fact-list.tsx'
import { Callout } from '../callout.tsx'
import { countText } from '../number-text.ts'

interface CalculationResultProps {
  ip: string
  length: number
  answer: AnswerOf<typeof toolCalls.cidr>
}

export function CalculationResult({ ip, length, answer }: CalculationResultProps) {
  const address = parseIpv4(ip) ?? 0
  const { wildcard, size } = blockOf(address, length)
  const note = lengthNotes[length]
  const text = (key: string) => <Copyable text={String(answer[key])} />
  return (
    <section aria-live="polite" className="mt-4 border-t border-line pt-4">
      <Facts
        className="max-sm:grid-cols-2"
        items={[
          {
            label: { zh: '网络地址', en: 'Network address' },
            value: <Copyable text={`${answer['network_ip']}/${length}`} />,
          },
          {
            label: { zh: '广播地址', en: 'Broadcast address' },
            value: answer['broadcast_ip'] ? text('broadcast_ip') : say({ zh: '无', en: 'None' }),
          },
          { label: { zh: '子网掩码', en: 'Mask' }, value: text('mask') },
          { label: { zh: '反掩码', en: 'Wildcard' }, value: <Copyable text={formatIpv4(wildcard)} /> },
          { label: { zh: '第一个可用地址', en: 'First host' }, value: text('first_ip') },
          { label: { zh: '最后一个可用地址', en: 'Last host' }, value: text('last_ip') },
          { label: { zh: '可用地址数', en: 'Hosts' }, value: countText(Number(answer['ip_count'])) },
          { label: { zh: '地址总数', en: 'All addresses' }, value: countText(size) },
          { label: { zh: '原地址类别', en: 'Class before CIDR' }, value: say(classes[classOfIpv4(address)]) },
        ]}
      />
      {note && (
        <div className="mt-3">
          <Callout>{say(note)}</Callout>
        </div>
      )}
      <Bits address={address} length={length} />
    </section>
  )
}

const lengthNotes: Readonly<Record<number, Words>> = {
  0: { zh: '/0 是全部 IPv4 地址，用作默认路由', en: '/0 is all of IPv4, as in a default route' },
  31: {
    zh: '/31 用于点对点链路（RFC 3021）：两个地址都可用，没有网络地址和广播地址',
    en: '/31 is for point-to-point links (RFC 3021): both addresses are usable, there is no network and no broadcast address',
  },
  32: {
    zh: '/32 是单个主机，用于主机路由和环回接口',
    en: '/32 is one host, as in host routes and loopback interfaces',
  },
}

const classes: Readonly<Record<ReturnType<typeof classOfIpv4>, Words>> = {
  A: { zh: 'A 类（默认 /8）', en: 'A (/8)' },
  B: { zh: 'B 类（默认 /16）', en: 'B (/16)' },
  C: { zh: 'C 类（默认 /24）', en: 'C (/24)' },
  D: { zh: 'D 类（组播）', en: 'D (multicast)' },
  E: { zh: 'E 类（保留）', en: 'E (reserved)' },
}

/** Address and mask in bits; the network bits are highlighted. */
function Bits({ address, length }: { address: number; length: number }) {
  const rows = [
    { label: { zh: '地址', en: 'Address' }, bits: binaryIpv4(address) },
    { label: { zh: '掩码', en: 'Mask' }, bits: binaryIpv4(blockOf(0, length).mask) },
  ]
  // a dot after each octet
  const cut = length + Math.floor(length / 8) - (length === 32 ? 1 : 0)
  return (
    <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 overflow-x-auto text-xs">
      {rows.map(({ label, bits }) => (
        <div key={label.en} className="contents">
          <dt className="text-faint">{say(label)}</dt>
          <dd className="font-mono whitespace-nowrap">
            <span className="rounded-sm bg-accent-soft text-accent-text">{bits.slice(0, cut)}</span>
            <span className="text-soft">{bits.slice(cut)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
