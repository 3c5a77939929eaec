import type { Lang } from '@belvedere/contract/kit/text.ts'
import { macDigits } from '@belvedere/pure/network/mac.ts'
import { lookUpIp, readAddress } from './ip-look-up.ts'
import { lookUpMac } from './mac-look-up.ts'

export { lookUpIp, lookUpMac, readAddress }

/** The location of an address, from the country down; '' for private addresses and unknown ones. */
export async function placeWords(ip: string, lang: Lang): Promise<string> {
  const address = readAddress(ip)
  if (!address) return ''
  const { country, province, city } = await lookUpIp(address, lang)
  return [...new Set([country, province, city])].filter(Boolean).join(' ')
}

/** The vendor of a hardware address by its common name; '' if none is registered. */
export function makerOfMac(mac: string, lang: Lang): string {
  const { corp, company } = lookUpMac(macDigits(mac), lang)
  return (corp || company).slice(0, 64)
}
