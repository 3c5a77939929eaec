/**
 * Requests and responses of SNMP version 2c (RFC 3416, 3417) in the basic encoding rules. A device is polled for the same
 * variables repeatedly, so the variable list is encoded once. Names in a response that equal the requested ones are not decoded
 * again.
 */

/** A list of variables, encoded for a request. Create it once and use it for many requests. */
export interface RequestedNames {
  readonly oids: readonly string[]
  readonly names: readonly Uint8Array[]
  readonly list: Uint8Array
}

/** `null`: the device has no such variable, or none after it. `undefined`: an unsupported value, such as Null. */
export type SnmpValue = string | number | null | undefined

export interface SnmpAnswer {
  id: number
  /** Error status, 0 without an error, and the index of the variable, counted from 1. */
  error: number
  errorAt: number
  oids: string[]
  /** In the order of `oids`. Octet strings as text with one character per byte, at most 4096; addresses and names as text. */
  values: SnmpValue[]
}

/** Names of error statuses (RFC 3416, section 3). */
export const snmpErrors = [
  'noError',
  'tooBig',
  'noSuchName',
  'badValue',
  'readOnly',
  'genErr',
  'noAccess',
  'wrongType',
  'wrongLength',
  'wrongEncoding',
  'wrongValue',
  'noCreation',
  'inconsistentValue',
  'resourceUnavailable',
  'commitFailed',
  'undoFailed',
  'authorizationError',
] as const

const INTEGER = 0x02
const OCTETS = 0x04
const OID = 0x06
const SEQUENCE = 0x30
const RESPONSE = 0xa2
/** Version 2c as encoded in a message. */
const VERSION = 1
const MOST_OCTETS = 4096
const MOST_VARIABLES = 4096

/** Throws on an invalid name. */
export function requestedNames(oids: readonly string[]): RequestedNames {
  const names = oids.map(encodedOid)
  const binds = names.map((name) => tagged(SEQUENCE, joined([tagged(OID, name), new Uint8Array([0x05, 0])])))
  return { oids, names, list: tagged(SEQUENCE, joined(binds)) }
}

/** Range of request identifiers: they take four bytes each, so all requests have the same length. */
export const FIRST_ID = 0x01_00_00_00
export const LAST_ID = 0x7f_ff_ff_ff

/**
 * The request for the variables of `asked`: exactly these, or with `repeat` up to that many after each of them. `id` from
 * `FIRST_ID` to `LAST_ID`; `community` has one byte per character.
 */
export function snmpQuestion(community: string, id: number, requested: RequestedNames, repeat?: number): Uint8Array {
  const { list } = requested
  const pdu = 6 + 3 + 3 + list.length
  const inside = 3 + 1 + lengthSize(community.length) + community.length + 1 + lengthSize(pdu) + pdu
  const bytes = new Uint8Array(1 + lengthSize(inside) + inside)
  let at = putHead(bytes, 0, SEQUENCE, inside)
  bytes[at] = INTEGER
  bytes[at + 1] = 1
  bytes[at + 2] = VERSION
  at = putHead(bytes, at + 3, OCTETS, community.length)
  for (let n = 0; n < community.length; n++) bytes[at++] = community.charCodeAt(n)
  at = putHead(bytes, at, repeat === undefined ? 0xa0 : 0xa5, pdu)
  bytes[at] = INTEGER
  bytes[at + 1] = 4
  for (let n = 0; n < 4; n++) bytes[at + 2 + n] = id >>> (24 - 8 * n)
  // error status and index in a GET; non-repeaters and max-repetitions in a GetBulk
  bytes[at + 6] = INTEGER
  bytes[at + 7] = 1
  bytes[at + 9] = INTEGER
  bytes[at + 10] = 1
  bytes[at + 11] = Math.min(127, repeat ?? 0)
  bytes.set(list, at + 12)
  return bytes
}

/** Bytes that are not a version 2c response for this community, truncated, or beyond the bounds. */
export class UnreadableAnswer extends Error {}

/** State of the reader; it reads one response at a time. */
let from = 0
/** End of the content that was opened last. */
let end = 0

/** Decodes a response; names that equal those of `asked` at the same position are reused. Throws `UnreadableAnswer`. */
export function readSnmpAnswer(bytes: Uint8Array, community: string, requested: RequestedNames): SnmpAnswer {
  from = 0
  open(bytes, SEQUENCE, bytes.length)
  const all = end
  if (wholeAt(bytes, all) !== VERSION) throw new UnreadableAnswer('of another version')
  open(bytes, OCTETS, all)
  if (end - from !== community.length) throw new UnreadableAnswer('of another community')
  for (let n = 0; n < community.length; n++)
    if (bytes[from + n] !== community.charCodeAt(n)) throw new UnreadableAnswer('of another community')
  from = end
  open(bytes, RESPONSE, all)
  const pdu = end
  const id = wholeAt(bytes, pdu)
  const error = wholeAt(bytes, pdu)
  const errorAt = wholeAt(bytes, pdu)
  open(bytes, SEQUENCE, pdu)
  const last = end
  const oids: string[] = []
  const values: SnmpValue[] = []
  while (from < last) {
    if (oids.length >= MOST_VARIABLES) throw new UnreadableAnswer('too many variables')
    open(bytes, SEQUENCE, last)
    const bind = end
    open(bytes, OID, bind)
    oids.push(nameAt(bytes, requested, oids.length))
    from = end
    values.push(valueAt(bytes, bind))
    from = bind
  }
  return { id, error, errorAt, oids, values }
}

/** Moves behind tag and length; `end` is the end of the content. */
function open(bytes: Uint8Array, tag: number, within: number): void {
  if (bytes[from] !== tag) throw new UnreadableAnswer(`${bytes[from]} in the place of ${tag}`)
  from++
  openLength(bytes, within)
}

function openLength(bytes: Uint8Array, within: number): void {
  const first = bytes[from++] ?? 0x80
  let length = first
  if (first & 0x80) {
    const count = first & 0x7f
    if (count === 0 || count > 4) throw new UnreadableAnswer('a length of no use')
    length = 0
    for (let n = 0; n < count; n++) length = length * 256 + (bytes[from++] ?? 0)
  }
  end = from + length
  if (end > within) throw new UnreadableAnswer('cut short')
}

function wholeAt(bytes: Uint8Array, within: number): number {
  open(bytes, INTEGER, within)
  return signedOf(bytes)
}

/** Reads the open content as an integer and moves behind it. */
function signedOf(bytes: Uint8Array): number {
  if (end === from || end - from > 8) throw new UnreadableAnswer('a number of no use')
  let value = bytes[from++] ?? 0
  if (value > 127) value -= 256
  while (from < end) value = value * 256 + (bytes[from++] ?? 0)
  return value
}

/** Unsigned values: some devices omit the leading zero, so the value is never negative. */
function unsignedOf(bytes: Uint8Array, most: number): number {
  if (end === from || end - from > most) throw new UnreadableAnswer('a number of no use')
  let value = 0
  while (from < end) value = value * 256 + (bytes[from++] ?? 0)
  return value
}

/** Reads the open content as an object identifier. */
function nameAt(bytes: Uint8Array, requested: RequestedNames, place: number): string {
  const name = requested.names[place]
  if (name === undefined || name.length !== end - from) return oidOf(bytes)
  for (let n = name.length - 1; n >= 0; n--) if (name[n] !== bytes[from + n]) return oidOf(bytes)
  return requested.oids[place] as string
}

function oidOf(bytes: Uint8Array): string {
  if (end === from || end - from > 640) throw new UnreadableAnswer('a name of no use')
  let text = ''
  let value = 0
  for (let at = from; at < end; at++) {
    const byte = bytes[at] ?? 0
    value = value * 128 + (byte & 0x7f)
    if (value > 0xff_ff_ff_ff) throw new UnreadableAnswer('a name of no use')
    if (byte & 0x80) continue
    if (text) text += `.${value}`
    else {
      const top = Math.min(2, Math.floor(value / 40))
      text = `${top}.${value - top * 40}`
    }
    value = 0
  }
  if (value !== 0 || (bytes[end - 1] ?? 0) & 0x80) throw new UnreadableAnswer('a name of no use')
  return text
}

function valueAt(bytes: Uint8Array, within: number): SnmpValue {
  const tag = bytes[from++]
  openLength(bytes, within)
  switch (tag) {
    case INTEGER:
      return signedOf(bytes)
    case OCTETS:
    case 0x44: // Opaque
      return textOf(bytes)
    case OID:
      return oidOf(bytes)
    case 0x40: // IpAddress
      if (end - from !== 4) throw new UnreadableAnswer('an address of no use')
      return `${bytes[from]}.${bytes[from + 1]}.${bytes[from + 2]}.${bytes[from + 3]}`
    case 0x41: // Counter32
    case 0x42: // Gauge32
    case 0x43: // TimeTicks, hundredths of a second
      return unsignedOf(bytes, 5) % 2 ** 32
    case 0x46: // Counter64
      return unsignedOf(bytes, 9)
    case 0x80: // noSuchObject
    case 0x81: // noSuchInstance
    case 0x82: // endOfMibView
      return null
    default:
      return undefined
  }
}

function textOf(bytes: Uint8Array): string {
  const most = Math.min(end, from + MOST_OCTETS)
  let text = ''
  for (let at = from; at < most; at++) text += String.fromCharCode(bytes[at] ?? 0)
  return text
}

function encodedOid(oid: string): Uint8Array {
  const parts = oid.split('.').map(Number)
  const [top = 0, second = 0, ...rest] = parts
  if (parts.length < 2 || parts.some((part) => !Number.isInteger(part) || part < 0 || part > 0xff_ff_ff_ff))
    throw new TypeError(`no name of a variable: ${oid}`)
  return new Uint8Array([top * 40 + second, ...rest].flatMap(inSevens))
}

function inSevens(value: number): number[] {
  const bytes = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest % 128) | 0x80)
  return bytes
}

const lengthSize = (length: number) => (length < 0x80 ? 1 : length < 0x100 ? 2 : 3)

/** Writes tag and length; returns the start of the content. */
function putHead(bytes: Uint8Array, at: number, tag: number, length: number): number {
  bytes[at++] = tag
  if (length >= 0x100) {
    bytes[at++] = 0x82
    bytes[at++] = length >> 8
  } else if (length >= 0x80) bytes[at++] = 0x81
  bytes[at++] = length & 0xff
  return at
}

function tagged(tag: number, content: Uint8Array): Uint8Array {
  if (content.length > 0xffff) throw new TypeError('more than a message holds')
  const bytes = new Uint8Array(1 + lengthSize(content.length) + content.length)
  bytes.set(content, putHead(bytes, 0, tag, content.length))
  return bytes
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((all, { length }) => all + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
