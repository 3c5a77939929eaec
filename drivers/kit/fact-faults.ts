import type { DeviceFacts, DeviceEvent } from './facts.ts'
import type { Reading } from './reading.ts'
import { masked } from './bounded.ts'
import { lateMost } from './late-samples.ts'

/** Most elements of a list of facts, and most characters of a text. */
const MAX_LIST = 5000
const MAX_TEXT = 5000

type Check = (value: unknown) => boolean

const num: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const text: Check = (value) => typeof value === 'string' && value.length <= MAX_TEXT
const flag: Check = (value) => typeof value === 'boolean'
const mac: Check = (value) => typeof value === 'string' && /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/.test(value)
const oneOf =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value)
const percent: Check = (value) => num(value) && (value as number) >= 0 && (value as number) <= 100
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= MAX_LIST && value.every(check)

/** `?` after a name: optional. */
function shape(members: Record<string, Check>): Check {
  const checks = new Map(
    Object.entries(members).map(([key, check]) => [key.replace('?', ''), { check, may: key.endsWith('?') }]),
  )
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    const object = value as Record<string, unknown>
    const known = Object.keys(object).every((key) => object[key] === undefined || checks.has(key))
    return known && [...checks].every(([key, { check, may }]) => (object[key] === undefined ? may : check(object[key])))
  }
}

const band = oneOf('2.4G', '5G', '6G')
const texts = listOf(text)
const counters = Object.fromEntries(
  ['bytes', 'packets', 'errors', 'dropped'].flatMap((what) => [
    [`rx_${what}?`, count],
    [`tx_${what}?`, count],
  ]),
)

const members: Record<keyof DeviceFacts, Check> = {
  apps: listOf(shape({ app: text, rx_bytes: count, tx_bytes: count })),
  uptime: count,
  clock: count,
  load: (value) => Array.isArray(value) && value.length === 3 && value.every(num),
  cpu: percent,
  memory: shape({ total: count, free: count, 'cached?': count }),
  temperature: num,
  health: percent,
  checks: listOf(shape({ what: oneOf('dns', 'dhcp', 'radius', 'ssid', 'other'), where: text, 'text?': text })),
  memory_used: percent,
  path: shape({ rtt_ms: num }),
  config_uuid: count,
  uplinks: texts,
  address: text,
  interfaces: listOf(
    shape({
      name: text,
      role: oneOf('wan', 'lan', 'port', 'other'),
      up: flag,
      'speed_mbps?': count,
      'duplex?': oneOf('full', 'half'),
      'mac?': mac,
      'addresses?': texts,
      ...counters,
      'poe?': shape({ 'watt?': num, status: text, 'class?': count, 'fault?': text }),
    }),
  ),
  radios: listOf(
    shape({
      band,
      channel: count,
      width_mhz: count,
      'tx_power_dbm?': num,
      'utilisation?': percent,
      'air?': shape({ mhz: count, time_ms: count, busy_ms: count }),
      'noise_dbm?': num,
      'temperature?': num,
    }),
  ),
  ssids: listOf(shape({ ssid: text, bssid: mac, band, 'vlan?': count, 'iface?': text, terminals: count })),
  terminals: listOf(
    shape({
      mac,
      link: oneOf('wired', '2.4G', '5G', '6G'),
      'ip?': text,
      'ipv6?': texts,
      'hostname?': text,
      'dhcp_class?': text,
      'ssid?': text,
      'bssid?': mac,
      'port?': text,
      'vlan?': count,
      'signal_dbm?': num,
      'up_kbps?': count,
      'down_kbps?': count,
      'up_bytes?': count,
      'down_bytes?': count,
      'connected_s?': count,
    }),
  ),
  neighbours: listOf(
    shape({
      port: text,
      'name?': text,
      'mac?': mac,
      'remote_port?': text,
      'description?': text,
      'addresses?': texts,
      'capabilities?': texts,
    }),
  ),
  wans: listOf(
    shape({
      name: text,
      up: flag,
      type: oneOf('disabled', 'pppoe', 'dhcp', 'static', 'unknown'),
      addresses: texts,
      'gateway?': text,
      'dns?': texts,
      'probes?': listOf(shape({ target: text, 'gateway?': oneOf(true), sent: count, lost: count, 'rtt_ms?': num })),
    }),
  ),
  streamed: flag,
  poe: shape({ budget_w: num, used_w: num, 'status?': text }),
  since: shape({ seconds: count, interfaces: listOf(shape({ name: text, 'rx_bytes?': count, 'tx_bytes?': count })) }),
  ups: shape({
    source: oneOf('mains', 'battery', 'bypass', 'none', 'other'),
    'charge?': percent,
    'minutes_left?': count,
    'load?': percent,
    'input_v?': num,
    'output_v?': num,
    'battery_low?': flag,
  }),
  printer: shape({
    status: oneOf('idle', 'printing', 'warming', 'other'),
    'pages?': count,
    supplies: listOf(shape({ name: text, 'left?': percent })),
    faults: texts,
  }),
}

const late = shape({
  series: count,
  first: count,
  more: count,
  now: count,
  from: count,
  names: texts,
  rows: (value) => Array.isArray(value) && value.length <= lateMost.rows && value.every(isRow),
  unsure: listOf(count),
})

function isRow(row: unknown): boolean {
  return row === undefined || (Array.isArray(row) && row.every((value) => value === null || num(value)))
}

const event = shape({
  at: count,
  type: text,
  'text?': text,
  'severity?': (value) => count(value) && (value as number) <= 7,
  'data?': shapeless,
})

function shapeless(value: unknown): boolean {
  return typeof value === 'object' && value !== null && JSON.stringify(value).length < 600_000
}

/** Violations of facts.ts in a reading: member names, or none. For the tests of drivers. */
export function faultsIn(reading: Reading): string[] {
  const faults: string[] = []
  for (const [key, value] of Object.entries(reading.facts ?? {})) {
    const check = members[key as keyof DeviceFacts]
    if (value !== undefined && !check?.(value)) faults.push(`facts.${key}: ${JSON.stringify(value)?.slice(0, 300)}`)
  }
  if (reading.late && !late(reading.late)) faults.push(`late: ${JSON.stringify(reading.late).slice(0, 300)}`)
  const macs = (reading.facts?.terminals ?? []).map((terminal) => terminal.mac)
  if (new Set(macs).size !== macs.length) faults.push('facts.terminals: one terminal twice')
  for (const one of reading.events ?? []) if (!event(one)) faults.push(`event ${JSON.stringify(one).slice(0, 300)}`)
  return faults.concat((reading.events ?? []).flatMap(secretsIn))
}

/** Members with names of secrets must be masked. */
function secretsIn({ data }: DeviceEvent): string[] {
  const found: string[] = []
  JSON.stringify(data ?? {}, (key, value: unknown) => {
    if (/passw|secret|token|psk/i.test(key) && value !== masked) found.push(`secret in ${key}`)
    return value
  })
  return found
}
