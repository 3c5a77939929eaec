import { monitorType } from '@belvedere/contract/rooms/device/third/enums.ts'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'
import type { monitoredCalls } from '@belvedere/contract/rooms/monitor/monitored.ts'
import { parseIpv4 } from '@belvedere/pure/network/ipv4.ts'
import { parseIpv6 } from '@belvedere/pure/network/ipv6.ts'

export type MonitorIn = In<typeof monitoredCalls.mod>['monitor']
/** The unsealed part of a monitor. */
export type PlainMonitor = Omit<MonitorIn, SecretName>
export const secretNames = ['community', 'auth_password', 'priv_password'] as const
type SecretName = (typeof secretNames)[number]
export type Secrets = Partial<Record<SecretName, string>>

/** Members used by each monitor type, in addition to the common ones. */
const used: Readonly<Record<string, readonly string[]>> = {
  none: [],
  ping: [],
  tcp: ['port'],
  http: ['port', 'tls', 'path', 'status', 'text'],
  snmp: ['port', 'version', 'user', 'auth', 'priv'],
}

/** A monitor without secrets and without members that its type does not use. */
export function plainOf(monitor: MonitorIn): PlainMonitor {
  const kept = ['type', 'interval', 'misses', 'timeout', ...(used[monitor.type] ?? [])]
  const pairs = Object.entries(monitor).filter(
    ([key, value]) => kept.includes(key) && value !== undefined && value !== '',
  )
  return Object.fromEntries(pairs) as PlainMonitor
}

/** The effective secrets: new ones over stored ones, as far as the monitor uses them. */
export function secretsOf(monitor: MonitorIn, kept: Secrets): Secrets {
  const wanted = secretsUsed(monitor)
  const pairs = wanted.flatMap((name) => {
    const value = monitor[name] ?? kept[name]
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(pairs) as Secrets
}

function secretsUsed({ type, version = 'v2c', auth = 'none', priv = 'none' }: MonitorIn): readonly SecretName[] {
  if (type !== monitorType.id.snmp) return []
  if (version === 'v2c') return ['community']
  if (auth === 'none') return []
  return priv === 'none' ? ['auth_password'] : ['auth_password', 'priv_password']
}

type MonitorAddress = { ip: string; monitor: Pick<MonitorIn, 'type' | 'port'> }

/** Whether a change would send secrets elsewhere: to another host, port or service. */
export function isElsewhere(before: MonitorAddress, after: MonitorAddress): boolean {
  const port = ({ type, port = type === monitorType.id.snmp ? 161 : 0 }: MonitorAddress['monitor']) => port
  const { monitor } = after
  return before.ip !== after.ip || before.monitor.type !== monitor.type || port(before.monitor) !== port(monitor)
}

const needed: Words = { zh: '必填', en: 'is required' }
/** Secrets that were entered for one address are sent to no other. */
const again: Words = { zh: '地址或端口已更改，请重新输入', en: 'The address or port is another one: enter it again' }

/** What a monitor lacks, by field; empty when it is valid. */
export function lacksOf(monitor: MonitorIn, secrets: Secrets, dropped: Secrets = {}): Record<string, Words> {
  const lacks: Record<string, Words> = {}
  if (monitor.type === 'tcp' && monitor.port === undefined) lacks['port'] = needed
  if (monitor.type !== monitorType.id.snmp) return lacks
  const { version = 'v2c', user, auth = 'none', priv = 'none' } = monitor
  if (version === 'v3' && !user) lacks['user'] = needed
  if (version === 'v3' && priv !== 'none' && auth === 'none')
    lacks['auth'] = { zh: '加密需要先选择认证方式', en: 'Encryption needs authentication' }
  for (const name of secretsUsed(monitor)) if (!secrets[name]) lacks[name] = dropped[name] ? again : needed
  return lacks
}

/** The normalized address; undefined when no device can have it. */
export function addressOf(typed: string): string | undefined {
  const text = typed.trim().toLowerCase()
  const v4 = parseIpv4(text)
  if (v4 !== undefined) return v4 === 0 || v4 >= 0xe0000000 ? undefined : text
  const v6 = parseIpv6(text)
  return v6 === undefined || v6 === 0n || v6 >> 120n === 0xffn ? undefined : text
}
