import { formatIpv4 } from '@belvedere/pure/network/ipv4.ts'
import type { DividedRow } from './divided.ts'

/** Names in configurations know no blanks and no Chinese: what is left of the name, or its number. */
const plainName = (name: string, at: number) =>
  name
    .replace(/[^\w-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 24) || `subnet-${at + 1}`

/** DHCP pools as Cisco IOS and its relatives (Ruijie) take them. */
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

/** Address pools as Huawei VRP takes them; H3C differs in the word before the name alone. */
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

/** One line a subnet for spreadsheets and chats. */
export function plainText(rows: readonly DividedRow[]): string {
  return rows.map(({ name, subnet, start, end }) => `${name}\t${subnet}\t${start} - ${end}`).join('\n')
}
