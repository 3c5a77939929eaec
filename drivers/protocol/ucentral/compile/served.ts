import type { Effective, IntentFields } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { type Draft, isObject, type Json, objectsIn, textsIn } from '../../../kit/compile/draft.ts'
import { isHost } from './hosts.ts'
import { intentsOf } from './intents.ts'

type Service = IntentFields<'service'>

/** The services of a family. */
export interface ServiceCan {
  /** Enabled on chosen networks: `ssh`, `lldp`, `mdns`. */
  onNetworks: readonly string[]
  /** Enabled and disabled for the whole device: `http`, `telnet`. */
  onDevice: readonly string[]
  /** It does not support time servers. */
  clock?: false
}

/** The settings of a service; for those of the whole device only `enable`. */
const takes: Readonly<Record<string, readonly (keyof Service)[]>> = {
  ssh: ['enable', 'port'],
  ntp: ['enable', 'servers'],
  log: ['enable', 'servers', 'port'],
  report: ['interval'],
}

export function compileServices(draft: Draft, effective: Effective, can: ServiceCan): void {
  for (const [key, desired] of intentsOf(effective, 'service')) {
    if (can.onNetworks.includes(key)) setOnNetworks(draft, key, desired)
    else if (can.onDevice.includes(key)) setOnDevice(draft, key, desired)
    else if (key === 'ntp' && can.clock !== false) setNtp(draft, desired)
    else if (key === 'log') setLog(draft, desired)
    // `report` is compiled with the metrics
    else if (key !== 'report') {
      draft.refuse(`service/${key}`, { zh: '该设备没有此服务', en: 'This device has no such service' })
      continue
    }
    refuseStrangers(draft, key, desired, can)
  }
}

function refuseStrangers(draft: Draft, key: string, desired: Service, { onDevice }: ServiceCan): void {
  const taken = (onDevice.includes(key) ? undefined : takes[key]) ?? ['enable']
  for (const field of Object.keys(desired) as (keyof Service)[])
    if (desired[field] !== undefined && !taken.includes(field))
      draft.refuse(`service/${key}/${field}`, { zh: '该服务没有此项设置', en: 'This service has no such setting' })
}

const services = (draft: Draft, name: string) => draft.object(draft.object(draft.root, 'services'), name)

/** On every network with an address. */
function setOnNetworks(draft: Draft, key: string, { enable, port }: Service): void {
  const by = `service/${key}`
  if (port !== undefined && key === 'ssh') draft.set(services(draft, key), 'port', port, `${by}/port`)
  if (enable === undefined) return
  if (enable === 1 && !isObject((draft.root['services'] as Json | undefined)?.[key]) && key === 'ssh')
    draft.set(services(draft, key), 'port', port ?? 22, `${by}/enable`)
  for (const { one, at } of objectsIn(draft.root['interfaces'])) {
    const there = textsIn(one['services'])
    const addressed = isObject(one['ipv4']) && one['ipv4']['addressing'] !== 'none'
    const wanted = enable === 1 && addressed
    if (wanted === there.includes(key) || (enable === 1 && !addressed)) continue
    const own = draft.item(draft.list(draft.root, 'interfaces'), at)
    draft.set(own, 'services', wanted ? [...there, key] : there.filter((name) => name !== key), `${by}/enable`)
  }
}

function setOnDevice(draft: Draft, key: string, { enable }: Service): void {
  if (enable !== undefined) draft.set(services(draft, key), 'enable', enable === 1, `service/${key}/enable`)
}

/** Invalid server addresses of an intent are refused by name and left out. */
function hostsOf(draft: Draft, servers: readonly string[] | undefined, by: string): string[] | undefined {
  const wrong = servers?.filter((one) => !isHost(one)) ?? []
  const left = servers?.filter((one) => !wrong.includes(one))
  if (wrong.length > 0)
    draft.refuse(
      by,
      {
        zh: `不是有效的域名或地址：${wrong.join(', ')}`,
        en: `Neither a host name nor an address: ${wrong.join(', ')}`,
      },
      left?.join(', ') || undefined,
    )
  return left
}

function setNtp(draft: Draft, { enable, servers: wished }: Service): void {
  const servers = hostsOf(draft, wished, 'service/ntp/servers')
  if (enable === 0) return draft.drop(draft.object(draft.root, 'services'), 'ntp')
  if (servers && servers.length > 0) draft.set(services(draft, 'ntp'), 'servers', [...servers], 'service/ntp/servers')
  else if (enable === 1 && !isObject((draft.root['services'] as Json | undefined)?.['ntp']))
    draft.refuse('service/ntp/enable', { zh: '没有填写时间服务器', en: 'There is no server to take the time from' })
}

/** The lowest port of a log server that devices accept. */
const LEAST_LOG_PORT = 100

function setLog(draft: Draft, { enable, servers: wished, port }: Service): void {
  const servers = hostsOf(draft, wished, 'service/log/servers') ?? []
  if (enable === 0) return draft.drop(draft.object(draft.root, 'services'), 'log')
  const [host, ...more] = servers
  if (more.length > 0)
    draft.refuse(
      'service/log/servers',
      { zh: '该设备只能向一台日志服务器发送', en: 'This device can send its log to one server only' },
      host,
    )
  const was = (draft.root['services'] as Json | undefined)?.['log']
  if (host === undefined && !isObject(was)) {
    const field = enable === 1 ? 'enable' : port === undefined ? undefined : 'port'
    if (field) draft.refuse(`service/log/${field}`, { zh: '没有填写日志服务器', en: 'There is no server for the log' })
    return
  }
  const log = services(draft, 'log')
  if (host !== undefined) draft.set(log, 'host', host, 'service/log/servers')
  if (port !== undefined && port < LEAST_LOG_PORT)
    draft.refuse(
      'service/log/port',
      { zh: `该设备的日志端口不能小于 ${LEAST_LOG_PORT}`, en: `This device takes log ports from ${LEAST_LOG_PORT} on` },
      typeof log['port'] === 'number' ? String(log['port']) : '514',
    )
  else if (port !== undefined) draft.set(log, 'port', port, 'service/log/port')
  if (log['port'] === undefined) draft.set(log, 'port', 514, 'service/log/servers')
  if (log['proto'] === undefined) draft.set(log, 'proto', 'udp', 'service/log/servers')
}
