import type { Words } from '@belvedere/contract/kit/text.ts'
import { monitorType, thirdKind } from '@belvedere/contract/rooms/device/third/enums.ts'
import { macDigits } from '@belvedere/pure/network/mac.ts'
import type { Forbidden } from '@belvedere/pure/network/outbound.ts'
import { normalSerial } from '../../device/api.ts'
import { addressOf, lacksOf, type MonitorIn, plainOf, type Secrets, secretsOf } from '../../monitor/api.ts'

/** Columns by content, and their names in a heading; case and spaces do not matter. */
export const columns = {
  name: { zh: '名称', en: 'name', also: ['device name', 'device'] },
  sn: { zh: '序列号', en: 'serial', also: ['sn', 'serial number'] },
  scene: { zh: '场景', en: 'scene', also: ['site', 'scene name'] },
  group: { zh: '设备分组', en: 'group', also: ['device group'] },
  kind: { zh: '种类', en: 'kind', also: ['device kind'] },
  ip: { zh: 'IP 地址', en: 'ip', also: ['ip address', 'address'] },
  mac: { zh: 'MAC 地址', en: 'mac', also: ['mac address'] },
  monitor: { zh: '监测方式', en: 'monitor', also: ['watched by'] },
  port: { zh: '端口', en: 'port', also: [] },
  interval: { zh: '间隔（秒）', en: 'interval', also: ['interval (s)'] },
  community: { zh: '团体字', en: 'community', also: [] },
  code: { zh: '认领码', en: 'claim code', also: ['code'] },
} as const satisfies Record<string, Words & { also: readonly string[] }>

export type ImportField = keyof typeof columns
export type Cells = Partial<Record<ImportField, string>>

const plainName = (text: string) =>
  text
    .replace(/^\ufeff/, '')
    .replace(/[\s_*]/g, '')
    .toLowerCase()
const byName = new Map(
  Object.entries(columns).flatMap(([field, { zh, en, also }]) =>
    [zh, en, ...also].map((name) => [plainName(name), field as ImportField]),
  ),
)

/** The field of each column; undefined for unknown columns. */
export const fieldsOf = (heading: readonly string[]): (ImportField | undefined)[] =>
  heading.map((name) => byName.get(plainName(name)))

/** The request of a line, before the database is read. */
export type ImportRequest =
  | { what: 'claim'; serial: string; code: string; name: string; scene: string; group: string }
  | ThirdPartyImport
  | { what: 'wrong'; reason: Words }

export interface ThirdPartyImport {
  what: 'third'
  name: string
  scene: string
  group: string
  kind: string
  ip: string
  mac: string | null
  monitor: ReturnType<typeof plainOf>
  secrets: Secrets
}

const wrong = (zh: string, en: string): ImportRequest => ({ what: 'wrong', reason: { zh, en } })

/** Reads one line. `forbidden`: why the server may not monitor an address. */
export function importRequestOf(cells: Cells, forbidden: (ip: string) => Forbidden | undefined): ImportRequest {
  const text = (field: ImportField) => (cells[field] ?? '').trim()
  const [name, scene, group] = [text('name'), text('scene'), text('group')]
  if (name.length > 32) return wrong('名称最多 32 个字符', 'The name has more than 32 characters')
  if (text('sn')) {
    const serial = normalSerial(text('sn'))
    if (!serial) return wrong('序列号应为 12 位十六进制字符', 'The serial number has not 12 hexadecimal digits')
    return { what: 'claim', serial, code: text('code').slice(0, 64), name, scene, group }
  }
  if (!text('ip')) return wrong('请填写序列号或 IP 地址', 'Tell a serial number or an IP address')
  return thirdOf({ name, scene, group }, text, forbidden)
}

function thirdOf(
  of: { name: string; scene: string; group: string },
  text: (field: ImportField) => string,
  forbidden: (ip: string) => Forbidden | undefined,
): ImportRequest {
  const ip = addressOf(text('ip'))
  if (!ip) return wrong('IP 地址无效', 'The IP address is not valid')
  const digits = macDigits(text('mac'))
  if (digits && !/^[0-9a-f]{12}$/.test(digits)) return wrong('MAC 地址无效', 'The MAC address is not valid')
  const kind = text('kind') ? idOf(thirdKind, text('kind')) : 'other'
  if (!kind) return wrong(`没有种类“${text('kind')}”`, `There is no kind “${text('kind')}”`)
  const type = text('monitor') ? idOf(monitorType, text('monitor')) : 'ping'
  if (!type) return wrong(`没有监测方式“${text('monitor')}”`, `Nothing is watched by “${text('monitor')}”`)
  const why = type === 'none' ? undefined : forbidden(ip)
  if (why === 'notListed') return wrong('平台不允许监测该地址', 'The server may not watch this address')
  if (why) return wrong('该地址指向服务器自身或不可监测', 'This address is the server itself, or is never watched')
  const port = within(text('port'), 1, 65_535)
  if (port === null) return wrong('端口应为 1 到 65535', 'A port is from 1 to 65535')
  const interval = within(text('interval'), 10, 86_400)
  if (interval === null) return wrong('间隔应为 10 到 86400 秒', 'The interval is from 10 to 86400 s')
  const community = text('community')
  const monitor = {
    type: type as MonitorIn['type'],
    ...(port === undefined ? {} : { port }),
    interval: interval ?? 60,
    misses: 3,
    timeout: 2000,
    ...(community ? { community } : {}),
  }
  const secrets = secretsOf(monitor, {})
  const [lack] = Object.keys(lacksOf(monitor, secrets))
  if (lack === 'port') return wrong('TCP 监测需要端口', 'Watching by TCP needs a port')
  if (lack) return wrong('SNMP 监测需要团体字', 'Watching by SNMP needs a community')
  const mac = digits ? digits.replace(/..(?!$)/g, '$&:') : null
  return { what: 'third', ...of, name: of.name || ip, kind, ip, mac, monitor: plainOf(monitor), secrets }
}

interface NamedValues {
  readonly values: readonly { readonly id: number | string; readonly zh: string; readonly en: string }[]
}

/** An enumeration's id, or its name in either language. */
function idOf({ values }: NamedValues, typed: string): string | undefined {
  const wanted = plainName(typed)
  const found = values.find(({ id, zh, en }) => [String(id), zh, en].some((one) => plainName(one) === wanted))
  return found && String(found.id)
}

/** Undefined when the cell is empty, null when it is not such a number. */
function within(typed: string, min: number, max: number): number | undefined | null {
  if (!typed) return undefined
  const value = /^\d{1,6}$/.test(typed) ? Number(typed) : Number.NaN
  return value >= min && value <= max ? value : null
}
