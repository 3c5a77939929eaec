import type { toolCalls } from '@belvedere/contract/rooms/tool/tool.ts'
import { compressIpv6, expandIpv6, ipv6BlockOf, parseIpv6, reverseZones } from '@belvedere/pure/network/ipv6.ts'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { say } from '../../../kit/words/words.ts'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'

interface Ipv6ResultProps {
  ip: string
  prefix: number
  answer: AnswerOf<typeof toolCalls.calcIpv6>
}

/** One value per line, because values are long. */
export function Ipv6Result({ ip, prefix, answer }: Ipv6ResultProps) {
  const address = parseIpv6(ip) ?? 0n
  const zones = reverseZones(ipv6BlockOf(address, prefix))
  const rows = [
    { label: { zh: '网络地址', en: 'Network' }, values: [`${answer.network_ip}/${prefix}`] },
    { label: { zh: '起始地址', en: 'First address' }, values: [answer.first_ip] },
    { label: { zh: '结束地址', en: 'Last address' }, values: [answer.last_ip] },
    { label: { zh: '压缩格式', en: 'Compressed' }, values: [compressIpv6(address)] },
    { label: { zh: '完整格式', en: 'Expanded' }, values: [expandIpv6(address)] },
    { label: { zh: '反向解析区域', en: 'Reverse zones' }, values: zones },
  ]
  return (
    <dl
      aria-live="polite"
      className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 border-t border-line pt-4 max-sm:grid-cols-1 max-sm:gap-y-0.5"
    >
      {rows.map(({ label, values }) => (
        <div key={label.en} className="contents">
          <dt className="text-faint">{say(label)}</dt>
          <dd className="min-w-0 max-sm:mb-1.5">
            {values.map((value) => (
              <Copyable key={value} text={value} className="flex" />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
