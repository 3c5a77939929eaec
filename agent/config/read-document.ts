import type { Words } from '@belvedere/contract/kit/text.ts'
import { isObject, type LooseJson, objects, texts } from '../loose.ts'
import type { Reject } from './config-part.ts'
import { configParts } from './parts.ts'

/** The target settings of one interface. */
export type DesiredAddress =
  | { how: 'dynamic' }
  | { how: 'none' }
  // `place`: its path in the document
  | { how: 'static'; cidr: string; gateway?: string; place: string }

export interface DesiredSettings {
  hostname?: string
  timezone?: string
  /** By the kernel's name. */
  links: Map<string, DesiredAddress>
  /** Absent: not specified. */
  dns?: string[]
  /** Values of the members that have a part, by kind. */
  parts: Record<string, unknown>
}

const membersOfParts = Object.values(configParts).map(({ member }) => member)

/** Settings of a document that cannot be applied, reported before anything is changed. */
export interface RejectedParameter {
  parameter: string
  reason: Words
}

const mostInterfaces = 64
const mostServers = 8
/** Members that an agent ignores: the controller's own ones, and those for access points. */
const ours = new Set(['uuid', 'strict', 'unit', 'interfaces', 'metrics', 'services', 'globals', 'third-party'])
const ourUnit = new Set(['name', 'hostname', 'location', 'timezone'])
const ourInterface = new Set(['name', 'role', 'ethernet', 'ipv4', 'services'])
const ourIpv4 = new Set(['addressing', 'subnet', 'gateway', 'use-dns'])

/**
 * Translates a configuration document into settings for a host with these interfaces. Every unsupported member is rejected: a
 * host must not apply half of a document, since the administrator sees all of it.
 */
export function readDocument(
  config: LooseJson,
  links: readonly string[],
): { wanted: DesiredSettings; rejected: RejectedParameter[] } {
  const rejected: RejectedParameter[] = []
  const reject = (parameter: string, zh: string, en: string) => void rejected.push({ parameter, reason: { zh, en } })
  const wanted: DesiredSettings = { links: new Map(), parts: {} }
  refuseStrangers(config, new Set([...ours, ...membersOfParts]), '', reject)
  readUnit(config.unit, wanted, reject)
  const interfaces = config.interfaces === undefined ? [] : config.interfaces
  if (!Array.isArray(interfaces) || interfaces.length > mostInterfaces || !interfaces.every(isObject))
    reject('/interfaces', '不是接口列表，或接口过多', 'Not a list of interfaces, or too many of them')
  else interfaces.forEach((one, i) => readInterface(one, `/interfaces/${i}`, links, wanted, reject))
  for (const [kind, part] of Object.entries(configParts)) {
    const value = config[part.member]
    if (value !== undefined) wanted.parts[kind] = part.read(value, `/${part.member}`, reject)
  }
  return { wanted, rejected }
}

function refuseStrangers(value: LooseJson, known: ReadonlySet<string>, at: string, reject: Reject): void {
  for (const key of Object.keys(value).slice(0, 64))
    if (!known.has(key)) reject(`${at}/${key.slice(0, 64)}`, '主机不支持此项配置', 'A host cannot be told this')
}

const hostNameForm = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

function readUnit(unit: unknown, wanted: DesiredSettings, reject: Reject): void {
  if (unit === undefined) return
  if (!isObject(unit)) return reject('/unit', '格式不正确', 'Not an object')
  refuseStrangers(unit, ourUnit, '/unit', reject)
  const { name, hostname, timezone } = unit
  if (hostname !== undefined && !isHostName(hostname)) reject('/unit/hostname', '不是有效的主机名', 'Not a host name')
  else if (isHostName(hostname)) wanted.hostname = hostname
  // a name is only a label; without another name it becomes the host name, where that is possible
  else if (isHostName(name)) wanted.hostname = name
  if (timezone === undefined) return
  if (isZone(timezone)) wanted.timezone = timezone
  else reject('/unit/timezone', '不是有效的时区', 'Not a time zone')
}

const isZone = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 64 && /^[A-Za-z0-9_+-]+(\/[A-Za-z0-9_+-]+){0,2}$/.test(value)

const isHostName = (value: unknown): value is string => typeof value === 'string' && hostNameForm.test(value)

function readInterface(
  one: LooseJson,
  at: string,
  links: readonly string[],
  wanted: DesiredSettings,
  reject: Reject,
): void {
  refuseStrangers(one, ourInterface, at, reject)
  const device = deviceOf(one, at, reject)
  if (device === undefined) return
  if (!links.includes(device) || device === 'lo')
    return reject(`${at}/ethernet`, `主机没有接口 ${device}`, `The host has no interface ${device}`)
  if (wanted.links.has(device))
    return reject(`${at}/ethernet`, `接口 ${device} 出现了两次`, `The interface ${device} is there twice`)
  if (one.ipv4 === undefined) return
  if (!isObject(one.ipv4)) return reject(`${at}/ipv4`, '格式不正确', 'Not an object')
  refuseStrangers(one.ipv4, ourIpv4, `${at}/ipv4`, reject)
  const address = addressOf(one.ipv4, `${at}/ipv4`, reject)
  if (address) wanted.links.set(device, address)
  readServers(one.ipv4['use-dns'], `${at}/ipv4/use-dns`, wanted, reject)
}

/** Finds the interface by its ports, else by its name. A network over several ports is a bridge, which is not supported. */
function deviceOf({ name, ethernet }: LooseJson, at: string, reject: Reject): string | undefined {
  const ports = objects(ethernet).flatMap((entry) => texts(entry['select-ports']))
  if (ports.length > 1)
    reject(`${at}/ethernet`, '一个网络只能对应一个接口', 'A network takes one interface of the host')
  else if (ports.length === 1) return String(ports[0]).slice(0, 32)
  else if (typeof name === 'string' && name !== '') return name.slice(0, 32)
  else reject(at, '没有指明接口', 'It does not say which interface')
  return undefined
}

function addressOf({ addressing, subnet, gateway }: LooseJson, at: string, reject: Reject): DesiredAddress | undefined {
  if (addressing === 'dynamic' || addressing === 'none') return { how: addressing }
  if (addressing !== 'static') {
    reject(`${at}/addressing`, '只能是 static、dynamic 或 none', 'Must be static, dynamic or none')
    return undefined
  }
  const cidr = cidrOf(subnet)
  if (!cidr) reject(`${at}/subnet`, '不是有效的地址和掩码长度', 'Not an address with its prefix length')
  if (gateway !== undefined && addressNumber(gateway) === undefined)
    reject(`${at}/gateway`, '不是有效的网关地址', 'Not the address of a gateway')
  else if (cidr && typeof gateway === 'string' && !inSubnet(gateway, cidr))
    reject(`${at}/gateway`, '网关不在该网段内', 'The gateway is not within the network')
  const place = `${at}/subnet`
  return cidr ? { how: 'static', cidr, place, ...(typeof gateway === 'string' ? { gateway } : {}) } : undefined
}

function readServers(servers: unknown, at: string, wanted: DesiredSettings, reject: Reject): void {
  if (servers === undefined) return
  const list = texts(servers)
  if (!Array.isArray(servers) || list.length !== servers.length || list.length > mostServers || !list.every(isServer))
    return reject(at, '不是有效的 DNS 服务器列表', 'Not a list of name servers')
  wanted.dns = [...new Set([...(wanted.dns ?? []), ...list])].slice(0, mostServers)
}

const isServer = (server: string) => addressNumber(server) !== undefined || /^[0-9a-f:]{2,39}$/i.test(server)

/** A host address with its prefix length, in the kernel's format. */
function cidrOf(value: unknown): string | undefined {
  const [address, prefix, ...more] = typeof value === 'string' ? value.split('/') : []
  const number = addressNumber(address)
  const length = /^\d{1,2}$/.test(prefix ?? '') ? Number(prefix) : 0
  const first = number === undefined ? 0 : number >>> 24
  const usable = number !== undefined && first > 0 && first < 224 && first !== 127
  return usable && more.length === 0 && length >= 1 && length <= 32 ? `${address}/${length}` : undefined
}

function addressNumber(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{1,3}(\.\d{1,3}){3}$/.test(value)) return undefined
  const octets = value.split('.').map(Number)
  return octets.every((octet) => octet < 256) ? octets.reduce((sum, octet) => (sum << 8) | octet, 0) >>> 0 : undefined
}

/** Whether an IPv4 address lies in the network of another address with a prefix length. */
export function inSubnet(address: string, cidr: string): boolean {
  const [own, prefix] = cidr.split('/')
  const mask = -1 << (32 - Number(prefix))
  return (((addressNumber(address) ?? 0) ^ (addressNumber(own) ?? -1)) & mask) === 0
}
