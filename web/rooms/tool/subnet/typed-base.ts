import { lengthOfMask, parseIpv4 } from '@belvedere/pure/network/ipv4.ts'

/** A typed or pasted address with length or mask after a slash or a space: `10.0.0.0/8`, `10.0.0.0 255.0.0.0`. */
export function readBase(text: string): { ip: string; length?: number } {
  const [, ip = '', behind = ''] = /^([\d.]+)\s*[/\s]\s*([\d.]+)$/.exec(text.trim()) ?? []
  if (!ip) return { ip: text.trim() }
  const mask = parseIpv4(behind)
  const length = mask === undefined ? Number(behind) : lengthOfMask(mask)
  return length !== undefined && Number.isInteger(length) && length <= 32 ? { ip, length } : { ip: text.trim() }
}
