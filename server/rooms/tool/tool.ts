import type { ErrorSpec } from '@belvedere/contract/kit/define-errors.ts'
import { say } from '@belvedere/contract/kit/text.ts'
import { cidrMode } from '@belvedere/contract/rooms/tool/enums.ts'
import { toolErrors } from '@belvedere/contract/rooms/tool/errors.ts'
import { onlineCalls } from '@belvedere/contract/rooms/terminal/online.ts'
import { toolCalls } from '@belvedere/contract/rooms/tool/tool.ts'
import { parseIpv4 } from '@belvedere/pure/network/ipv4.ts'
import { compressIpv6, ipv6BlockOf, parseIpv6 } from '@belvedere/pure/network/ipv6.ts'
import { macDigits } from '@belvedere/pure/network/mac.ts'
import { type Ctx, implement } from '../../kernel/implement.ts'
import { refuse } from '../../kernel/refuse.ts'
import { listOfMac } from '../terminal/api.ts'
import { lookUpIp, lookUpMac, readAddress } from '../../engines/addresses/api.ts'
import { calculation, division, needsOf } from './subnet-answers.ts'

/** Maximum number of results for a MAC address; one is usual, more are telephones that move between scenes. */
const MOST_SIGHTINGS = 5

export const calls = implement(toolCalls, {
  async ipQuery(ctx, { ip = '' }) {
    const address = readAddress(ip.trim() || callersAddress(ctx))
    if (!address) throw wrong(ctx, 'ip', toolErrors.notAnAddress)
    return lookUpIp(address, ctx.lang)
  },
  async macQuery(ctx, { mac }) {
    const digits = macDigits(mac)
    if (!/^[0-9a-f]{6,12}$/.test(digits)) throw wrong(ctx, 'mac', toolErrors.notAMac)
    const at = { ...ctx, access: ctx.access.within(onlineCalls.find) }
    const seen = digits.length === 12 ? await listOfMac(at, digits, MOST_SIGHTINGS) : []
    return { ...lookUpMac(digits, ctx.lang), seen }
  },
  async cidr(ctx, { mode, ip, ip_length = 24, mask_num = 24, ...counts }) {
    const address = parseIpv4(ip.trim())
    if (address === undefined) throw wrong(ctx, 'ip', toolErrors.notIpv4)
    if (mode === cidrMode.id.calculation) return calculation(address, mask_num)
    const needs = needsOf(counts)
    if (needs.length === 0) throw wrong(ctx, 'ip_count_0', toolErrors.noNeeds)
    return division(address, ip_length, needs)
  },
  async calcIpv6(ctx, { ipv6, prefix_num }) {
    const address = parseIpv6(ipv6.trim())
    if (address === undefined) throw wrong(ctx, 'ipv6', toolErrors.notIpv6)
    const { network, first, last } = ipv6BlockOf(address, prefix_num)
    return { network_ip: compressIpv6(network), first_ip: compressIpv6(first), last_ip: compressIpv6(last) }
  },
})

/** A refusal for a field. */
const wrong = ({ lang }: Ctx, field: string, error: ErrorSpec) =>
  refuse(error, undefined, { fields: { [field]: say(error, lang) } })

/** On a socket that also accepts IPv6 the address of an IPv4 caller is `::ffff:192.0.2.1`. */
const callersAddress = ({ ip }: Ctx) => ip.replace(/^::ffff:(?=\d+\.)/i, '')
