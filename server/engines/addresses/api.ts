import type { Lang } from '@belvedere/contract/kit/text.ts'
import { macDigits } from '@belvedere/pure/network/mac.ts'
import { lookUpIp, readAddress } from './ip-look-up.ts'
import { lookUpMac } from './mac-look-up.ts'

export { lookUpIp, lookUpMac, readAddress }

/** Where an address is, from the country down, in a few words; '' for private addresses and where nothing is known. */
export async function placeWords(ip: string, lang: Lang): Promise<string> {
  const address = readAddress(ip)
  if (!address) return ''
  const { country, province, city } = await lookUpIp(address, lang)
  return [...new Set([country, province, city])].filter(Boolean).join(' ')
}

/** Who made what has this hardware address, as an administrator calls them; '' where nobody is registered. */
export function makerOfMac(mac: string, lang: Lang): string {
  const { corp, company } = lookUpMac(macDigits(mac), lang)
  return (corp || company).slice(0, 64)
}
