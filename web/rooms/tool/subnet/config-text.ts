import { formatIpv4 } from '@belvedere/pure/network/ipv4.ts'
import type { DividedRow } from './divided.ts'

/** Names in configurations contain no spaces and no Chinese: the remaining characters of the name, or its number. */
const plainName = (name: string, at: number) =>
  name
    .replace(/[^\w-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 24) || `subnet-${at + 1}`

/** DHCP pools in the syntax of Cisco IOS and similar systems (Ruijie). */
export function ciscoText(rows: readonly DividedRow[]): string {
  return rows
    .map(({ name, block, start }, at) =>
      [
        `ip dhcp pool ${plainName(name, at)}`,
        ` network ${formatIpv4(block.network)} ${formatIpv4(block.mask)}`,
        ` default-router ${start}`,
        'exit',
      ].join('\n'),
    )
    .join('\n')
}

/** Address pools in the syntax of Huawei VRP; H3C differs only in the keyword before the name. */
export function huaweiText(rows: readonly DividedRow[]): string {
  return rows
    .map(({ name, block, start }, at) =>
      [
        `ip pool ${plainName(name, at)}`,
        ` gateway-list ${start}`,
        ` network ${formatIpv4(block.network)} mask ${formatIpv4(block.mask)}`,
        'quit',
      ].join('\n'),
    )
    .join('\n')
}

/** One line per subnet for spreadsheets and chats. */
export function plainText(rows: readonly DividedRow[]): string {
  return rows.map(({ name, subnet, start, end }) => `${name}\t${subnet}\t${start} - ${end}`).join('\n')
}
