import { isIP } from 'node:net'
import { parseArgs } from 'node:util'
import { homedir, hostname, networkInterfaces } from 'node:os'
import { join, resolve } from 'node:path'
import type { Words } from '@belvedere/contract/kit/text.ts'
import { parseNetwork } from '@belvedere/pure/network/outbound.ts'
import { AddressList, isCount } from '../edge/address.ts'
import { natsOptions } from '../bus/nats-address.ts'

type SettingKind =
  | 'text'
  | 'networks'
  | 'port'
  | 'flag'
  | 'path'
  | 'roles'
  | 'paths'
  | 'number'
  | 'choice'
  | 'addresses'
  | 'names'
  | 'proxies'

interface Option {
  readonly kind: SettingKind
  readonly env: string
  readonly default?: string
  readonly hint: string
  readonly words: Words
  readonly min?: number
  readonly max?: number
  readonly secret?: true
  /** The required form of a text. */
  readonly like?: RegExp
  /** Of a choice. */
  readonly among?: readonly string[]
}

/** Every setting of the server, once: flag, environment variable, default, help. */
export const options = {
  port: {
    kind: 'port',
    env: 'BELVEDERE_PORT',
    default: '8080',
    hint: 'PORT',
    words: { zh: '控制台与接口端口', en: 'console and API' },
  },
  host: {
    kind: 'text',
    env: 'BELVEDERE_HOST',
    default: '127.0.0.1',
    hint: 'ADDRESS',
    words: { zh: '监听地址；0.0.0.0 表示所有地址', en: 'address to listen on; 0.0.0.0 for all' },
  },
  'device-port': {
    kind: 'port',
    env: 'BELVEDERE_DEVICE_PORT',
    default: '15002',
    hint: 'PORT',
    words: { zh: '设备接入（uCentral，双向 TLS）', en: 'devices (uCentral, mutual TLS)' },
  },
  'enrol-port': {
    kind: 'port',
    env: 'BELVEDERE_ENROL_PORT',
    default: '15003',
    hint: 'PORT',
    words: { zh: '设备注册与文件传输（TLS）', en: 'device enrolment and file transfer (TLS)' },
  },
  'file-port': {
    kind: 'port',
    env: 'BELVEDERE_FILE_PORT',
    default: '15004',
    hint: 'PORT',
    words: {
      zh: '设备文件（HTTP，无 TLS）：仅凭一次性链接下载已签名的固件、上传抓包文件',
      en: 'firmware for devices (HTTP without TLS): signed images out, packet captures in, by one-time links',
    },
  },
  'no-file-port': {
    kind: 'flag',
    env: 'BELVEDERE_NO_FILE_PORT',
    hint: '',
    words: { zh: '不监听上述端口', en: 'do not listen on that port' },
  },
  'shell-port': {
    kind: 'port',
    env: 'BELVEDERE_SHELL_PORT',
    default: '5912',
    hint: 'PORT',
    words: {
      zh: '远程终端：接入点与交换机在打开终端时连接此端口（TLS）',
      en: 'remote shells: access points and switches connect here while one is open (TLS)',
    },
  },
  'remote-port': {
    kind: 'port',
    env: 'BELVEDERE_REMOTE_PORT',
    default: '8090',
    hint: 'PORT',
    words: {
      zh: '设备网页远程访问：起始端口，最多连续使用 16 个，仅在使用时监听',
      en: 'remote access to pages of devices: the first of up to 16 ports, open while in use',
    },
  },
  'tunnel-url': {
    kind: 'text',
    env: 'BELVEDERE_TUNNEL_URL',
    hint: 'URL',
    like: /^https?:\/\/([^\s/:@{}]+|\[[0-9a-fA-F:]+\]|[^\s/@{}]*\{port\}[^\s/@{}]*)$/,
    words: {
      zh: '浏览器访问设备网页所用的地址，如 https://tunnel.example.com（后接同一端口）或 https://t{port}.example.com；留空为控制台的主机名',
      en: 'where browsers find pages of devices: https://tunnel.example.com, on the same ports, or https://t{port}.example.com; empty: the host of the console',
    },
  },
  'public-host': {
    kind: 'text',
    env: 'BELVEDERE_PUBLIC_HOST',
    hint: 'NAME',
    words: { zh: '设备访问本机所用的名称或地址', en: 'name or address by which devices reach this machine' },
  },
  'device-names': {
    kind: 'names',
    env: 'BELVEDERE_DEVICE_NAMES',
    hint: 'NAME,…',
    words: {
      zh: '设备访问本机所用的其他名称或地址，写入网关证书',
      en: 'further names and addresses by which devices reach this machine, for the gateway certificate',
    },
  },
  data: {
    kind: 'path',
    env: 'BELVEDERE_DATA',
    default: join(homedir(), '.belvedere'),
    hint: 'DIR',
    words: { zh: '数据目录', en: 'data directory' },
  },
  'no-demo': {
    kind: 'flag',
    env: 'BELVEDERE_NO_DEMO',
    hint: '',
    words: { zh: '空库不创建演示网络', en: 'do not put a demo network into an empty store' },
  },
  roles: {
    kind: 'roles',
    env: 'BELVEDERE_ROLES',
    default: 'api,gateway,worker',
    hint: 'LIST',
    words: { zh: '本进程承担的角色', en: 'what this process does' },
  },
  'database-url': {
    kind: 'text',
    env: 'DATABASE_URL',
    hint: 'URL',
    secret: true,
    words: {
      zh: '外部 PostgreSQL（15 及以上，含 pg_trgm）；留空使用内置',
      en: 'external PostgreSQL (15 or newer, with pg_trgm); empty: the embedded one',
    },
  },
  'nats-url': {
    kind: 'text',
    env: 'NATS_URL',
    hint: 'URL',
    secret: true,
    words: {
      zh: '多进程部署的消息总线，如 tls://用户:密码@主机:4222 或 tls://令牌@主机；tls:// 只用 TLS',
      en: 'message bus when roles run apart, tls://user:password@host:4222 or tls://token@host; with tls:// by TLS alone',
    },
  },
  'nats-ca': {
    kind: 'path',
    env: 'NATS_CA',
    hint: 'FILE',
    words: {
      zh: '签发消息总线证书的 CA（PEM）；留空使用公共 CA，给出后只用 TLS',
      en: 'CA of the bus certificate (PEM); empty: public CAs, given: by TLS alone',
    },
  },
  'device-cert': {
    kind: 'path',
    env: 'BELVEDERE_DEVICE_CERT',
    hint: 'FILE',
    words: { zh: '自备的网关证书（PEM）', en: 'your own gateway certificate (PEM)' },
  },
  'device-key': {
    kind: 'path',
    env: 'BELVEDERE_DEVICE_KEY',
    hint: 'FILE',
    words: { zh: '自备网关证书的私钥（PEM）', en: 'its private key (PEM)' },
  },
  'device-ca': {
    kind: 'paths',
    env: 'BELVEDERE_DEVICE_CA',
    hint: 'FILE,…',
    words: { zh: '另外信任的设备 CA（PEM）', en: 'further device CAs to trust (PEM)' },
  },
  'log-level': {
    kind: 'choice',
    env: 'BELVEDERE_LOG_LEVEL',
    default: 'info',
    among: ['trace', 'debug', 'info', 'warn', 'error', 'fatal'],
    hint: 'LEVEL',
    words: { zh: '日志级别：trace debug info warn error fatal', en: 'trace, debug, info, warn, error or fatal' },
  },
  'max-connections': {
    kind: 'number',
    env: 'BELVEDERE_MAX_CONNECTIONS',
    default: '16',
    min: 4,
    max: 500,
    hint: 'N',
    words: { zh: '数据库连接数上限', en: 'database connections at most' },
  },
  'gateway-silence': {
    kind: 'number',
    env: 'BELVEDERE_GATEWAY_SILENCE',
    default: '90',
    min: 10,
    max: 3600,
    hint: 'SECONDS',
    words: {
      zh: '网关进程无心跳多少秒后，其未在其他网关重连的设备视为离线',
      en: 'seconds without a heartbeat after which a gateway process counts as failed, and its devices that did not reconnect to another gateway as offline',
    },
  },
  'calls-per-minute': {
    kind: 'number',
    env: 'BELVEDERE_CALLS_PER_MINUTE',
    default: '3000',
    min: 0,
    max: 10_000_000,
    hint: 'N',
    words: { zh: '每个会话每分钟调用上限；0 为不限', en: 'calls a minute of one session; 0: no limit' },
  },
  retention: {
    kind: 'number',
    env: 'BELVEDERE_RETENTION',
    default: '30',
    min: 1,
    max: 3650,
    hint: 'DAYS',
    words: { zh: '原始采样保留天数', en: 'days that raw samples are kept' },
  },
  syslog: {
    kind: 'flag',
    env: 'BELVEDERE_SYSLOG',
    hint: '',
    words: {
      zh: '接收 syslog（UDP、TCP、TLS），默认关闭',
      en: 'receive syslog over UDP, TCP and TLS; off by default',
    },
  },
  'syslog-port': {
    kind: 'port',
    env: 'BELVEDERE_SYSLOG_PORT',
    default: '1514',
    hint: 'PORT',
    words: { zh: 'syslog 端口（UDP 与 TCP）', en: 'syslog (UDP and TCP)' },
  },
  'syslog-tls-port': {
    kind: 'port',
    env: 'BELVEDERE_SYSLOG_TLS_PORT',
    default: '6514',
    hint: 'PORT',
    words: { zh: 'syslog 端口（TLS）', en: 'syslog over TLS' },
  },
  'syslog-forward': {
    kind: 'text',
    env: 'BELVEDERE_SYSLOG_FORWARD',
    hint: 'URL',
    like: /^(udp|tcp|tls):\/\/([^\s/:@]+|\[[0-9a-fA-F:]+\]):\d{1,5}$/,
    words: {
      zh: '将设备日志以 syslog（RFC 5424）转发到的服务器，如 tls://logs.example.com:6514；留空不转发',
      en: 'server that device logs are forwarded to as syslog (RFC 5424), such as tls://logs.example.com:6514; empty: not forwarded',
    },
  },
  'device-log-days': {
    kind: 'number',
    env: 'BELVEDERE_DEVICE_LOG_DAYS',
    default: '14',
    min: 1,
    max: 3650,
    hint: 'DAYS',
    words: { zh: '设备日志保留天数', en: 'days that device logs are kept' },
  },
  'device-log-mb': {
    kind: 'number',
    env: 'BELVEDERE_DEVICE_LOG_MB',
    default: '20480',
    min: 100,
    max: 10_000_000,
    hint: 'MB',
    words: {
      zh: '设备日志占用空间上限，超出时删除最早的一天',
      en: 'maximum space for device logs; beyond it the oldest day is deleted',
    },
  },
  'max-upload-mb': {
    kind: 'number',
    env: 'BELVEDERE_MAX_UPLOAD_MB',
    default: '512',
    min: 1,
    max: 2047,
    hint: 'MB',
    words: { zh: '单个固件文件大小上限', en: 'largest firmware image that may be uploaded' },
  },
  'smtp-url': {
    kind: 'text',
    env: 'SMTP_URL',
    hint: 'URL',
    secret: true,
    like: /^smtps?:\/\/.+/,
    words: {
      zh: '发信服务器，如 smtps://用户:密码@主机:465?from=地址；控制台中的设置优先',
      en: 'mail server, smtps://user:password@host:465?from=address; what is set in the console counts first',
    },
  },
  registration: {
    kind: 'choice',
    env: 'BELVEDERE_REGISTRATION',
    default: 'open',
    among: ['open', 'closed'],
    hint: 'open|closed',
    words: { zh: '是否允许自行注册新团队', en: 'whether anyone may register a team' },
  },
  'public-url': {
    kind: 'text',
    env: 'BELVEDERE_PUBLIC_URL',
    hint: 'URL',
    like: /^https?:\/\/[^\s/]+$/,
    words: {
      zh: '用户访问控制台的地址，用于消息中的链接；为 https 时浏览器只以 https 访问',
      en: 'address by which people reach the console, for links in messages; with https, browsers come by https alone',
    },
  },
  'trust-proxy': {
    kind: 'proxies',
    env: 'BELVEDERE_TRUST_PROXY',
    hint: 'ADDRESS,…|N',
    words: {
      zh: '控制台前的反向代理：地址或网段，或代理层数；其 X-Forwarded-For 被采信',
      en: 'proxies before the console, whose X-Forwarded-For is believed: addresses, networks, or how many there are',
    },
  },
  'device-proxy': {
    kind: 'addresses',
    env: 'BELVEDERE_DEVICE_PROXY',
    hint: 'ADDRESS,…',
    words: {
      zh: '设备、注册、文件与远程终端端口前的代理（地址或网段），其连接须以 PROXY 协议（v1 或 v2）开头',
      en: 'proxies before the ports for devices, enrolment, files and remote shells, whose connections begin with the PROXY protocol, 1 or 2',
    },
  },
  'metrics-token': {
    kind: 'text',
    env: 'BELVEDERE_METRICS_TOKEN',
    hint: 'TOKEN',
    secret: true,
    like: /^[\x21-\x7e]{16,200}$/,
    words: {
      zh: '凭此令牌（Authorization: Bearer）可从任意地址读取 /metrics，至少 16 个字符',
      en: 'token (Authorization: Bearer) that allows reading /metrics from anywhere; 16 characters or more',
    },
  },
  'metrics-from': {
    kind: 'addresses',
    env: 'BELVEDERE_METRICS_FROM',
    default: '127.0.0.0/8,::1',
    hint: 'ADDRESS,…',
    words: {
      zh: '可读取 /metrics 与 /readyz 详情的地址或网段',
      en: 'addresses and networks that may read /metrics and the details of /readyz',
    },
  },
  'webhook-inside': {
    kind: 'choice',
    env: 'BELVEDERE_WEBHOOK_INSIDE',
    default: 'refuse',
    among: ['refuse', 'allow'],
    hint: 'refuse|allow',
    words: {
      zh: '告警机器人可否访问内网地址（本机、私有网段）',
      en: 'may robots for alarms lead to this machine and private networks',
    },
  },
  'monitor-networks': {
    kind: 'networks',
    env: 'BELVEDERE_MONITOR_NETWORKS',
    hint: 'LIST',
    words: {
      zh: '本服务器可为所有团队监测的网段，逗号分隔；public 表示公网；只有在此写明时才可监测本机',
      en: 'networks this server may watch for every team, with commas; public: the internet; only here can loopback and own addresses be named',
    },
  },
  'notify-proxy': {
    kind: 'text',
    env: 'BELVEDERE_NOTIFY_PROXY',
    hint: 'URL',
    secret: true,
    like: /^http:\/\/[^\s/]+$/,
    words: { zh: '访问机器人所用的 HTTP 代理', en: 'HTTP proxy by which robots are reached' },
  },
  'help-url': {
    kind: 'text',
    env: 'BELVEDERE_HELP_URL',
    hint: 'URL',
    like: /^https?:\/\/[^\s]+$/,
    words: { zh: '控制台“帮助”打开的文档站点', en: 'documentation site that Help in the console opens' },
  },
  'map-borders': {
    kind: 'choice',
    env: 'BELVEDERE_MAP_BORDERS',
    default: 'auto',
    among: ['auto', 'china', 'world'],
    hint: 'auto|china|world',
    words: {
      zh: '地图的国界画法：china 按中国国家标准，world 按实际控制线，auto 中文用前者、英文用后者；在中国境内提供服务请用 china',
      en: 'borders on maps: china as Chinese law requires, world as administered, auto by language; in China use china',
    },
  },
  'map-tiles': {
    kind: 'text',
    env: 'BELVEDERE_MAP_TILES',
    hint: 'URL',
    like: /^https?:\/\/[^\s{}/]+\/(?=\S*\{z\})(?=\S*\{x\})(?=\S*\{y\})\S*$/,
    words: {
      zh: '在线地图瓦片地址，含 {z}、{x}、{y}；留空使用内置离线地图',
      en: 'address of map tiles with {z}, {x} and {y}; empty: the bundled map, without the internet',
    },
  },
  'map-tiles-crs': {
    kind: 'choice',
    env: 'BELVEDERE_MAP_TILES_CRS',
    default: 'wgs84',
    among: ['wgs84', 'gcj02'],
    hint: 'wgs84|gcj02',
    words: {
      zh: '瓦片的坐标系：国内地图服务多为 gcj02',
      en: 'what the tiles are drawn in: map services in China use gcj02',
    },
  },
  'map-attribution': {
    kind: 'text',
    env: 'BELVEDERE_MAP_ATTRIBUTION',
    hint: 'TEXT',
    words: {
      zh: '地图角落显示的瓦片来源与审图号',
      en: 'whose tiles they are, and their review number, in the corner of the map',
    },
  },
  rescue: {
    kind: 'text',
    env: '',
    hint: 'ACCOUNT',
    words: {
      zh: '为该账号生成新密码并解除两步验证，供管理员自救',
      en: 'give this account a new password and take its second step off',
    },
  },
  'adopt-keys': {
    kind: 'flag',
    env: '',
    hint: '',
    words: {
      zh: '以数据目录中的密钥取代数据库中登记的密钥（恢复或轮换后启动一次）',
      en: 'the keys in the data directory replace those stored in the database; once, after a restore or rotation',
    },
  },
  help: { kind: 'flag', env: '', hint: '', words: { zh: '显示本说明', en: 'this text' } },
} as const satisfies Record<string, Option>

export type ProcessRole = 'api' | 'gateway' | 'worker'
const roles: readonly string[] = ['api', 'gateway', 'worker']

type ValueOf<K extends SettingKind> = K extends 'port' | 'number'
  ? number
  : K extends 'flag'
    ? boolean
    : K extends 'roles'
      ? ReadonlySet<ProcessRole>
      : K extends 'paths' | 'networks' | 'addresses' | 'names' | 'proxies'
        ? string[]
        : string

/** Settings after reading; text without a default is '' when not given. */
export type Config = { readonly [K in keyof typeof options]: ValueOf<(typeof options)[K]['kind']> }

/** The errors of the settings, one line each, in both languages. */
export class ConfigError extends Error {}

/** Variables of earlier releases. An unknown flag stops the start; an unknown variable would be ignored. */
const renamed: Readonly<Record<string, string>> = { BELVEDERE_CONSOLE_URL: 'BELVEDERE_PUBLIC_URL' }

/** Flags override environment variables, which override defaults. Throws `ConfigError` with every invalid value. */
export function readConfig(args: string[], env: NodeJS.ProcessEnv): Config {
  const flags = parseFlags(args)
  const problems: string[] = []
  const config: Record<string, unknown> = {}
  for (const [name, option] of Object.entries(options) as [string, Option][]) {
    const fromEnv = option.env ? env[option.env] : undefined
    const given = flags[name] ?? (fromEnv === '' ? undefined : fromEnv)
    try {
      config[name] = valueOf(option, given)
    } catch (error) {
      problems.push(`--${name}${given === undefined || option.secret ? '' : ` ${given}`}: ${(error as Error).message}`)
    }
  }
  const split = !problems.length && (config.roles as Set<ProcessRole>).size < roles.length
  if (split && (!config['nats-url'] || !config['database-url'])) {
    problems.push(
      '--roles: 拆分角色需要 DATABASE_URL 和 NATS_URL / roles that run apart need DATABASE_URL and NATS_URL',
    )
  }
  const bus = busTrouble(config)
  if (bus) problems.push(`--nats-url: ${bus}`)
  if (Boolean(config['device-cert']) !== Boolean(config['device-key'])) {
    problems.push('--device-cert, --device-key: 证书与私钥需同时给出 / certificate and key go together')
  }
  for (const [before, now] of Object.entries(renamed))
    if (env[before]) problems.push(`${before}: 已更名为 ${now} / is called ${now} now`)
  if (problems.length) throw new ConfigError(problems.join('\n'))
  return config as unknown as Config
}

/** The address has a password, so the error does not contain it. */
function busTrouble({ 'nats-url': url }: Record<string, unknown>): string {
  try {
    if (typeof url === 'string' && url) natsOptions(url)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

function parseFlags(args: string[]): Record<string, string | boolean | undefined> {
  const spec = Object.fromEntries(
    Object.entries(options).map(([name, { kind }]) => [
      name,
      { type: kind === 'flag' ? 'boolean' : 'string' } as const,
    ]),
  )
  try {
    return parseArgs({ args, options: spec, strict: true, allowPositionals: false }).values as Record<string, string>
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n使用 --help 查看全部选项 / --help lists every option`)
  }
}

function valueOf(option: Option, given: string | boolean | undefined): unknown {
  if (option.kind === 'flag') return given === true || (typeof given === 'string' && !/^(0|false|no)$/i.test(given))
  const text = (given as string | undefined) ?? option.default ?? ''
  switch (option.kind) {
    case 'port':
      return wholeNumber(text, 0, 65535)
    case 'number':
      return wholeNumber(text, option.min ?? 0, option.max ?? Number.MAX_SAFE_INTEGER)
    case 'path':
      return text && resolve(text)
    case 'paths':
      return text
        .split(',')
        .filter(Boolean)
        .map((path) => resolve(path))
    case 'networks':
      return networksOf(text)
    case 'names':
      return namesOf(text)
    case 'addresses':
      return addressesOf(text)
    case 'proxies':
      return isCount(text) ? [text] : addressesOf(text)
    case 'roles':
      return rolesOf(text)
    case 'choice':
      if (!option.among?.includes(text)) throw new Error(`可选 / choose from: ${option.among?.join(', ')}`)
      return text
    default:
      if (text && option.like?.test(text) === false) throw new Error('格式不正确 / has the wrong format')
      return text
  }
}

function addressesOf(text: string): string[] {
  const entries = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  try {
    void new AddressList(entries)
  } catch (error) {
    throw new Error(`不是地址或网段 / no address or network: ${(error as Error).message}`, { cause: error })
  }
  return entries
}

/** Names of hosts, one label of which may be `*`, and addresses. */
function namesOf(text: string): string[] {
  const names = text
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter(Boolean)
  const wrong = names.filter(
    (one) =>
      !isIP(one) &&
      !/^(\*\.)?([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(one),
  )
  if (wrong.length) throw new Error(`不是名称或地址 / no name or address: ${wrong.join(', ')}`)
  return names
}

function wholeNumber(text: string, min: number, max: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new Error(`应为 ${min} 到 ${max} 的整数 / a whole number from ${min} to ${max} is expected`)
  }
  return value
}

function rolesOf(text: string): Set<string> {
  const wanted = text
    .split(',')
    .map((role) => role.trim())
    .filter(Boolean)
  const wrong = wanted.filter((role) => !roles.includes(role))
  if (wrong.length || wanted.length === 0) throw new Error(`可选 / choose from: ${roles.join(', ')}`)
  return new Set(wanted)
}

function networksOf(text: string): string[] {
  const list = text.split(/[\s,]+/).filter(Boolean)
  const wrong = list.filter((one) => one !== 'public' && !parseNetwork(one))
  if (wrong.length) throw new Error(`不是网段 / no network: ${wrong.join(', ')}`)
  return list
}

/** The text of `--help`. */
export function helpText(): string {
  const lines = Object.entries(options as Record<string, Option>).map(([name, option]) => {
    const flag = `  --${name} ${option.hint}`.padEnd(30)
    const extra = [option.default && `= ${option.default}`, option.env].filter(Boolean).join(' · ')
    return `${flag}${option.words.zh} / ${option.words.en}${extra ? `\n${''.padEnd(30)}${extra}` : ''}`
  })
  return `揽景网络管理平台 / Belvedere\n\nnpm start -- [OPTIONS]\n\n${lines.join('\n')}\n`
}

/**
 * The name for devices to connect to: `--public-host`, else the listening address; when listening on all addresses, the first reachable one
 * of this machine, because its host name is seldom known to them.
 */
export function publicHost(config: Config): string {
  if (config['public-host']) return config['public-host']
  return config.host === '0.0.0.0' || config.host === '::' ? (reachableAddress() ?? hostname()) : config.host
}

/** The public address of the console, without a trailing slash: `--public-url`, else the name for devices. */
export function consoleUrl(config: Config): string {
  return config['public-url'] || `http://${publicHost(config)}:${config.port}`
}

/** The public address of that port for remote access, without a trailing slash; empty: at the host of the console. */
export function tunnelOrigin(config: Pick<Config, 'tunnel-url'>, port: number): string {
  const url = config['tunnel-url']
  if (!url) return ''
  return new URL((url.includes('{port}') ? url : `${url}:{port}`).replaceAll('{port}', String(port))).origin
}

function reachableAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find(
    ({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'),
  )?.address
}
