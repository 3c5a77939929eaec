import type { AnswerOf } from '../../../kit/calls/call.ts'
import type { toolCalls } from '@belvedere/contract/rooms/tool/tool.ts'
import { blockOf, blocksBetween, type Ipv4Block } from '@belvedere/pure/network/cidr.ts'
import { formatIpv4, parseIpv4 } from '@belvedere/pure/network/ipv4.ts'
import type { DivisionDraft } from './division-draft.ts'

export interface DividedRow {
  name: string
  /** Requested hosts. */
  count: number
  block: Ipv4Block
  subnet: string
  start: string
  end: string
  /** Unused host addresses. */
  waste: number
}

export interface Divided {
  base: Ipv4Block
  baseText: string
  rows: readonly DividedRow[]
  /** Addresses in subnets, and unused host addresses in them. */
  used: number
  waste: number
  free: readonly Ipv4Block[]
}

export const cidrText = ({ network, length }: Ipv4Block) => `${formatIpv4(network)}/${length}`

/** The response of the call with its input, prepared for display. */
export function dividedOf(draft: DivisionDraft, answer: AnswerOf<typeof toolCalls.cidr>): Divided {
  const base = blockOf(parseIpv4(draft.ip.trim()) ?? 0, draft.length)
  const rows = draft.needs.map(({ name, count }, at) =>
    rowOf(name.trim(), Number(count), String(answer[`subnet_${at}`]), answer, at),
  )
  const used = rows.reduce((sum, { block }) => sum + block.size, 0)
  return {
    base,
    baseText: cidrText(base),
    rows,
    used,
    waste: rows.reduce((sum, row) => sum + row.waste, 0),
    // subnets are contiguous at the start
    free: blocksBetween(base.network + used, base.network + base.size - 1),
  }
}

function rowOf(
  name: string,
  count: number,
  subnet: string,
  answer: AnswerOf<typeof toolCalls.cidr>,
  at: number,
): DividedRow {
  const [network = '', length = ''] = subnet.split('/')
  const block = blockOf(parseIpv4(network) ?? 0, Number(length))
  const [start, end] = [String(answer[`subnet_start_${at}`]), String(answer[`subnet_end_${at}`])]
  return { name, count, block, subnet, start, end, waste: block.hosts - count }
}
