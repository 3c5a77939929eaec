/**
 * Questions and answers of SNMP version 2c (RFC 3416, 3417) in the basic encoding rules: a polled device is asked the same again
 * and again, so what it is asked for is encoded once, and names that come back as they were asked are never spelt out again.
 */

/** Variables by name, encoded as the list a question carries. Make it once, ask it often. */
export interface RequestedNames {
  readonly oids: readonly string[]
  readonly names: readonly Uint8Array[]
  readonly list: Uint8Array
}

/** `null`: the device says that it has no such variable, or none behind it. `undefined`: a value of no use, such as Null. */
export type SnmpValue = string | number | null | undefined

export interface SnmpAnswer {
  id: number
  /** Number of the error, 0 when all is well, and the variable it is about, counted from 1. */
  error: number
  errorAt: number
  oids: string[]
  /** In the order of `oids`. Octets as text of one character a byte, at most 4096; addresses and names as text. */
  values: SnmpValue[]
}

/** Names of errors by number (RFC 3416, section 3). */
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
/** Version 2c, as it is written in a message. */
const VERSION = 1
const MOST_OCTETS = 4096
const MOST_VARIABLES = 4096

/** Throws on a name that is none. */
export function requestedNames(oids: readonly string[]): RequestedNames {
  const names = oids.map(encodedOid)
  const binds = names.map((name) => tagged(SEQUENCE, joined([tagged(OID, name), new Uint8Array([0x05, 0])])))
  return { oids, names, list: tagged(SEQUENCE, joined(binds)) }
}

/** Numbers a question may have: they take four bytes each, which keeps a question's length the same. */
export const FIRST_ID = 0x01_00_00_00
export const LAST_ID = 0x7f_ff_ff_ff

/**
 * The message that asks for `asked`: exactly these, or (`repeat`) for so many behind each of them. `id` from `FIRST_ID` to
 * `LAST_ID`; `community` one byte a character.
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
  // what a GET says of errors, a bulk question of variables that are not repeated and of repetitions
  bytes[at + 6] = INTEGER
  bytes[at + 7] = 1
  bytes[at + 9] = INTEGER
  bytes[at + 10] = 1
  bytes[at + 11] = Math.min(127, repeat ?? 0)
  bytes.set(list, at + 12)
  return bytes
}

/** Bytes that are no answer of version 2c to this community, cut short, or beyond the bounds. */
export class UnreadableAnswer extends Error {}

/** Where the reader stands; one answer is read at a time. */
let from = 0
/** Where the content that was opened last ends. */
let end = 0

/** Reads an answer; names that stand where `asked` has them are taken from there. Throws `UnreadableAnswer`. */
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

/** Stands behind tag and length afterwards; `end` is where the content ends. */
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

/** The opened content as a whole number; stands behind it afterwards. */
function signedOf(bytes: Uint8Array): number {
  if (end === from || end - from > 8) throw new UnreadableAnswer('a number of no use')
  let value = bytes[from++] ?? 0
  if (value > 127) value -= 256
  while (from < end) value = value * 256 + (bytes[from++] ?? 0)
  return value
}

/** Counters: devices that forget the leading zero mean no negative number. */
function unsignedOf(bytes: Uint8Array, most: number): number {
  if (end === from || end - from > most) throw new UnreadableAnswer('a number of no use')
  let value = 0
  while (from < end) value = value * 256 + (bytes[from++] ?? 0)
  return value
}

/** The opened content as the name of a variable. */
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
    case 0x44: // opaque
      return textOf(bytes)
    case OID:
      return oidOf(bytes)
    case 0x40: // an address
      if (end - from !== 4) throw new UnreadableAnswer('an address of no use')
      return `${bytes[from]}.${bytes[from + 1]}.${bytes[from + 2]}.${bytes[from + 3]}`
    case 0x41: // counter
    case 0x42: // gauge
    case 0x43: // hundredths of a second
      return unsignedOf(bytes, 5) % 2 ** 32
    case 0x46: // counter of 64 bits
      return unsignedOf(bytes, 9)
    case 0x80: // no such object
    case 0x81: // no such instance
    case 0x82: // end of what there is
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

/** Writes tag and length; where the content begins. */
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
