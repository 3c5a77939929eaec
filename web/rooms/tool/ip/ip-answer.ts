import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { addressKind } from '@belvedere/contract/rooms/tool/enums.ts'
import type { toolCalls } from '@belvedere/contract/rooms/tool/tool.ts'
import { parseIpv4, reverseIpv4 } from '@belvedere/pure/network/ipv4.ts'
import { macOfEui64, parseIpv6, reverseIpv6 } from '@belvedere/pure/network/ipv6.ts'
import { formatMac } from '@belvedere/pure/network/mac.ts'
import { lang } from '../../../kit/words/words.ts'

export type IpAnswer = Out<typeof toolCalls.ipQuery>

/** Country, province, city and carrier, as far as they are known; for special addresses their meaning. */
export function aboutIp({ kind, country, province, city, isp }: IpAnswer): string {
  // for Shanghai, the city is sufficient
  const isCity = city !== '' && city.startsWith(province)
  const parts = [country, isCity ? '' : province, city, isp].filter(Boolean)
  return parts.length ? parts.join(' ') : addressKind.label(kind, lang)
}

/** True for a text that may be an IPv4 or IPv6 address, before the server checks it. */
export const isAddress = (text: string) =>
  parseIpv4(text) !== undefined || parseIpv6(text.replace(/%[\w.-]+$/, '')) !== undefined

/** Name for the reverse look-up of the address. */
export function reverseOf(ip: string): string {
  const four = parseIpv4(ip)
  return four === undefined ? reverseIpv6(parseIpv6(ip) ?? 0n) : reverseIpv4(four)
}

/** The MAC address from which an IPv6 interface identifier was derived; undefined if it was not. */
export function macInside(ip: string): string | undefined {
  const six = parseIpv6(ip)
  const mac = six === undefined ? undefined : macOfEui64(six)
  return mac === undefined ? undefined : formatMac(mac.toString(16).padStart(12, '0'))
}
