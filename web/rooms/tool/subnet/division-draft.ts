import type { In } from '@belvedere/contract/kit/define-calls.ts'
import { cidrMode } from '@belvedere/contract/rooms/tool/enums.ts'
import { toolErrors } from '@belvedere/contract/rooms/tool/errors.ts'
import type { toolCalls } from '@belvedere/contract/rooms/tool/tool.ts'
import { divideBlock, type Division } from '@belvedere/pure/network/divide-block.ts'
import { parseIpv4 } from '@belvedere/pure/network/ipv4.ts'
import type { Words } from '../../../kit/words/words.ts'

export interface Need {
  /** Key of the row on screen. */
  key: number
  name: string
  count: string
}

export interface DivisionDraft {
  ip: string
  length: number
  needs: readonly Need[]
}

/** Suggested private networks (RFC 1918). */
export const presets = [
  { ip: '192.168.0.0', length: 16 },
  { ip: '172.16.0.0', length: 12 },
  { ip: '10.0.0.0', length: 8 },
] as const

/** Limit of addresses per subnet; the number of subnets is limited by the call. */
const mostHosts = 9999
export const mostNeeds = 64

export const emptyNeed = (key: number): Need => ({ key, name: '', count: '' })
export const freshDraft: DivisionDraft = { ...presets[0], needs: [emptyNeed(0)] }

const wrongCount: Words = { zh: '1 至 9999', en: '1 to 9999' }
const countOf = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : 0)

export interface NeedProblems {
  name?: Words
  count?: Words
}

export interface DivisionProblems {
  ip?: Words
  /** By key of the row. */
  needs: Readonly<Record<number, NeedProblems>>
}

export function problemsOf({ name, count }: Need): NeedProblems {
  const hosts = countOf(count)
  return {
    ...(!name.trim() && { name: toolErrors.empty }),
    ...((hosts < 1 || hosts > mostHosts) && { count: count.trim() ? wrongCount : toolErrors.empty }),
  }
}

/** All errors of the form; undefined if it is valid. */
export function draftProblems({ ip, needs }: DivisionDraft): DivisionProblems | undefined {
  const wrong = needs
    .map((need) => [need.key, problemsOf(need)] as const)
    .filter(([, found]) => Object.keys(found).length)
  const wrongIp = ip.trim() ? (parseIpv4(ip.trim()) === undefined ? toolErrors.notIpv4 : undefined) : toolErrors.empty
  if (!wrongIp && wrong.length === 0) return undefined
  return { ...(wrongIp && { ip: wrongIp }), needs: Object.fromEntries(wrong) }
}

export function inputOf({ ip, length, needs }: DivisionDraft): In<typeof toolCalls.cidr> {
  const counts = needs.map(({ count }, at) => [`ip_count_${at}`, countOf(count)])
  return { mode: cidrMode.id.division, ip: ip.trim(), ip_length: length, ...Object.fromEntries(counts) }
}

/** Preview of the layout of the completed rows; undefined without an address or a completed row. */
export function foreseen({ ip, length, needs }: DivisionDraft): Division | undefined {
  const address = parseIpv4(ip.trim())
  const counts = needs.map(({ count }) => countOf(count)).filter((count) => count > 0)
  return address === undefined || counts.length === 0 ? undefined : divideBlock(address, length, counts)
}
