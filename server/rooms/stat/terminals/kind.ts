import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'
import { terminalCompany, terminalOs } from '@belvedere/contract/rooms/stat/enums.ts'
import { macDigits, macFlags } from '@belvedere/pure/network/mac.ts'
import { makerOfMac } from '../../../engines/addresses/api.ts'

type Company = IdOf<typeof terminalCompany>
type Os = IdOf<typeof terminalOs>

const companies: readonly (readonly [RegExp, Company])[] = [
  [/\bapple\b/i, terminalCompany.id.apple],
  [/huawei|honor|hisilicon/i, terminalCompany.id.huawei],
  [/xiaomi/i, terminalCompany.id.xiaomi],
  [/\boppo\b|oneplus|realme/i, terminalCompany.id.oppo],
  [/\bvivo\b/i, terminalCompany.id.vivo],
  [/samsung/i, terminalCompany.id.samsung],
]

/**
 * Company by the first six digits: a look-up in the registry costs a dozen small reads, and most terminals share few
 * prefixes.
 */
const known = new Map<string, Company>()
const MOST_KNOWN = 20_000

/** The manufacturer of a terminal, by its hardware address. */
export function companyOfMac(mac: string): Company {
  const digits = macDigits(mac)
  if (macFlags(digits).local) return terminalCompany.id.random
  const prefix = digits.slice(0, 6)
  const before = known.get(prefix)
  if (before !== undefined) return before
  const maker = makerOfMac(digits, 'en')
  const company = companies.find(([words]) => words.test(maker))?.[1] ?? terminalCompany.id.other
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(prefix, company)
  return company
}

/** The vendor classes of DHCP clients (option 60), and common parts of default host names. */
const systems: readonly (readonly [RegExp, Os])[] = [
  [/^msft\b|^(desktop|laptop|win|pc)-|windows|thinkpad|surface/i, terminalOs.id.windows],
  [/iphone|ipad|ipod|macbook|imac|mac-?mini|apple-?tv|apple ?watch|^(mac|mbp)(-|$)/i, terminalOs.id.apple],
  [
    /android|^huawei|^honor|harmony|matepad|galaxy|redmi|xiaomi|^mi(tv)?-|oneplus|oppo|vivo|iqoo|realme|pixel|^sm-[a-z]\d/i,
    terminalOs.id.android,
  ],
  [
    /^udhcp|dhcpcd|linux|ubuntu|debian|raspberry|openwrt|esp[-_]?\d|tasmota|camera|ipc\b|nvr|printer|\bnas\b|synology|sensor|yeelight/i,
    terminalOs.id.linux,
  ],
]

/** The operating system of a terminal: `hints` are its DHCP vendor class and its host name, the most reliable first. */
export function osOfHints(hints: readonly (string | null | undefined)[], company: Company): Os {
  for (const hint of hints) {
    const os = hint && systems.find(([words]) => words.test(hint))?.[1]
    if (os) return os
  }
  return company === terminalCompany.id.apple ? terminalOs.id.apple : terminalOs.id.unknown
}
