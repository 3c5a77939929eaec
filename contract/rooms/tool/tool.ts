import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { enumOf, Flag, Id, Line, Maybe, Time } from '../../kit/schema.ts'
import { deviceType } from '../device/enums.ts'
import { addressKind, cidrMode, macBlock, macKind } from './enums.ts'
import { toolErrors } from './errors.ts'

/** Bounds of one division. */
const MOST_NEEDS = 64
const Hosts = Type.Optional(Type.Integer({ minimum: 1, maximum: 9999 }))
const needs = Object.fromEntries(Array.from({ length: MOST_NEEDS }, (_, at) => [`ip_count_${at}`, Hosts]))
const Length = Type.Optional(Type.Integer({ minimum: 0, maximum: 32 }))

/** A terminal with the address, in a scene of the caller. */
const Sighting = Type.Object({
  scene_id: Id,
  scene_name: Type.String(),
  device_id: Id,
  device_sn: Type.String(),
  device_name: Type.String(),
  device_type: enumOf(deviceType),
  hostname: Maybe(Type.String()),
  ip: Maybe(Type.String()),
  online: Flag,
  last_seen: Time,
})

export const toolCalls = defineCalls({
  ipQuery: {
    at: 'GET tool/ip-query',
    does: { zh: 'IP 地址查询', en: 'Look up an IP address' },
    who: 'session',
    scene: 'none',
    /** Without `ip`, the address the caller comes from. */
    in: Type.Object({ ip: Type.Optional(Line(64)) }),
    /** Names are in the caller's language; '' where the data does not know. */
    out: Type.Object({
      ip: Type.String(),
      isp: Type.String(),
      province: Type.String(),
      city: Type.String(),
      country: Type.String(),
      kind: enumOf(addressKind),
      /** The special block it lies in, and what that is for; '' for public addresses. */
      block: Type.String(),
      note: Type.String(),
      /** IPv4 address inside an IPv6 one; names are those of this address. */
      embedded: Type.String(),
      /** Network that announces it, and its organisation; 0 and '' when nobody does. */
      asn: Type.Integer(),
      as_name: Type.String(),
    }),
    errors: [toolErrors.notAnAddress],
  },
  macQuery: {
    at: 'GET tool/mac-query',
    does: { zh: 'MAC 地址查询', en: 'Look up a MAC address' },
    who: 'session',
    scene: 'read',
    /** 6 to 12 hexadecimal digits; separators are forgiven. */
    in: Type.Object({ mac: Line(32) }),
    out: Type.Object({
      mac: Type.String(),
      /** As registered with the IEEE; '' when the address tells nothing. */
      company: Type.String(),
      /** The name people know it by, in the caller's language. */
      corp: Type.String(),
      kind: enumOf(macKind),
      note: Type.String(),
      /** The maker's block and its first digits, `` where there is none. */
      block: Maybe(enumOf(macBlock)),
      prefix: Type.String(),
      address: Type.String(),
      /** Terminals of the caller's scenes with just this address, the latest first; empty for the front part of an address. */
      seen: Type.Array(Sighting),
    }),
    errors: [toolErrors.notAMac],
  },
  cidr: {
    at: 'POST tool/cidr',
    does: { zh: '子网划分与计算', en: 'Divide or calculate an IPv4 subnet' },
    who: 'session',
    scene: 'none',
    in: Type.Object({
      mode: enumOf(cidrMode),
      ip: Line(32),
      /** Mode 0: prefix length of the network that is divided, and hosts each need has. */
      ip_length: Length,
      ...needs,
      /** Mode 1. */
      mask_num: Length,
    }),
    /**
     * Mode 0: `subnet_{i}` (`10.0.0.0/26`), `subnet_start_{i}` and `subnet_end_{i}` (first and last host) for each need.
     * Mode 1: `network_ip`, `broadcast_ip` ('' for /31 and /32), `mask`, `ip_count` (hosts), `first_ip`, `last_ip`.
     */
    out: Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer()])),
    errors: [toolErrors.notIpv4, toolErrors.noNeeds, toolErrors.noRoom, toolErrors.empty],
    audit: false,
  },
  calcIpv6: {
    at: 'POST tool/calc-ipv6',
    does: { zh: 'IPv6 计算', en: 'Calculate an IPv6 subnet' },
    who: 'session',
    scene: 'none',
    in: Type.Object({ ipv6: Line(64), prefix_num: Type.Integer({ minimum: 0, maximum: 128 }) }),
    out: Type.Object({ network_ip: Type.String(), first_ip: Type.String(), last_ip: Type.String() }),
    errors: [toolErrors.notIpv6],
    audit: false,
  },
})
