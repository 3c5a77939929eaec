import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { type Lang, say } from '@belvedere/contract/kit/text.ts'
import type { toolCalls } from '@belvedere/contract/rooms/tool/tool.ts'
import { formatIpv4, parseIpv4 } from '@belvedere/pure/network/ipv4.ts'
import { compressIpv6, parseIpv6 } from '@belvedere/pure/network/ipv6.ts'
import { asOf, cityOf, regionOf } from './sources/data-files.ts'
import { type Clues, placeOf } from './place.ts'
import { type SpecialBlock, specialBlockOf } from './special-addresses.ts'

type IpQueryAnswer = Out<typeof toolCalls.ipQuery>

export interface IpAddress {
  version: 4 | 6
  value: bigint
}

/** Parses a typed or pasted address; undefined if invalid. */
export function readAddress(text: string): IpAddress | undefined {
  const four = parseIpv4(text)
  if (four !== undefined) return { version: 4, value: BigInt(four) }
  // a link-local address is often copied with its interface
  const six = parseIpv6(text.replace(/%[\w.-]+$/, ''))
  return six === undefined ? undefined : { version: 6, value: six }
}

/** The data of an address, or of an embedded IPv4 address. */
export async function lookUpIp(address: IpAddress, lang: Lang): Promise<IpQueryAnswer> {
  const special = specialBlockOf(address.version, address.value)
  const embedded = embeddedIn(address, special)
  const subject = special ? embedded : address
  const clues: Clues = subject && !specialBlockOf(subject.version, subject.value) ? await cluesOf(subject) : {}
  const { country, province, city, isp } = placeOf(clues)
  return {
    ip: textOf(address),
    country: say(country, lang),
    province: say(province, lang),
    city: say(city, lang),
    isp: say(isp, lang),
    kind: special?.kind ?? 'public',
    block: special?.block ?? '',
    note: special ? say(special.note, lang) : '',
    embedded: embedded ? textOf(embedded) : '',
    asn: clues.system?.number ?? 0,
    as_name: clues.system?.organisation ?? '',
  }
}

const textOf = ({ version, value }: IpAddress) => (version === 4 ? formatIpv4(Number(value)) : compressIpv6(value))

function embeddedIn({ value }: IpAddress, special: SpecialBlock | undefined): IpAddress | undefined {
  if (special?.ipv4At === undefined) return undefined
  return { version: 4, value: (value >> BigInt(special.ipv4At)) & 0xffffffffn }
}

async function cluesOf({ version, value }: IpAddress): Promise<Clues> {
  const region = version === 4 ? await regionOf(formatIpv4(Number(value))) : ''
  return { region, city: cityOf(version, value), system: asOf(version, value) }
}
