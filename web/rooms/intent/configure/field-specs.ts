import {
  radioBand,
  wanType,
  wifiBandwidth,
  wifiCipher,
  wifiMode,
  wifiRegion,
  wifiSecurity,
} from '@belvedere/contract/rooms/intent/enums.ts'
import { intentErrors } from '@belvedere/contract/rooms/intent/errors.ts'
import type { PortChoices } from '@belvedere/contract/rooms/intent/intent.ts'
import type { IntentKind } from '@belvedere/contract/rooms/intent/shapes.ts'
import { isShellText } from '@belvedere/pure/shell-text.ts'
import type { Words } from '../../../kit/words/words.ts'

type Values = Readonly<Record<string, unknown>>

/** One setting: how it is called, how it is typed, and what may be typed. */
export interface FieldSpec {
  name: string
  label: Words
  kind: 'text' | 'secret' | 'number' | 'flag' | 'choice' | 'choices' | 'list' | 'json'
  options?: readonly (Words & { id: number | string })[]
  /** Behind the number. */
  unit?: string
  min?: number
  max?: number
  hint?: Words
  /** What is said when it is empty although the others need it. */
  needed?: { when: (values: Values) => boolean; says: Words }
  /** What a text must look like, and what is said when it does not. */
  form?: { is: Pick<RegExp, 'test'>; says: Words }
  /** Shown only while it has a meaning. */
  when?: (values: Values) => boolean
}

const address = String.raw`((25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(25[0-5]|2[0-4]\d|1?\d?\d)`
const isAddress = { is: new RegExp(`^${address}$`), says: { zh: '请输入 IPv4 地址', en: 'Enter an IPv4 address' } }
const isSubnet = {
  is: new RegExp(`^${address}/([89]|[12]\\d|3[0-2])$`),
  says: {
    zh: '请输入地址和掩码长度，例如 192.168.1.1/24',
    en: 'Enter an address with its prefix, such as 192.168.1.1/24',
  },
}
const isMac = {
  is: /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/,
  says: { zh: '请输入 MAC 地址，例如 02:00:00:00:00:01', en: 'Enter a MAC address such as 02:00:00:00:00:01' },
}
/** The device's own programs put it into a command as it is. */
const isPlain = { is: { test: isShellText }, says: intentErrors.unsafePassword }
const isPort = {
  is: /^[A-Za-z][A-Za-z0-9._-]{0,30}\*?$/,
  says: {
    zh: '端口名以字母开头，末尾可用 *，例如 LAN*',
    en: 'A port begins with a letter and may end in *, such as LAN*',
  },
}

const text = (name: string, label: Words, more: Partial<FieldSpec> = {}): FieldSpec => ({
  name,
  label,
  kind: 'text',
  max: 32,
  ...more,
})
const number = (name: string, label: Words, min: number, max: number, more: Partial<FieldSpec> = {}): FieldSpec => ({
  name,
  label,
  kind: 'number',
  min,
  max,
  ...more,
})
const flag = (name: string, label: Words, more: Partial<FieldSpec> = {}): FieldSpec => ({
  name,
  label,
  kind: 'flag',
  ...more,
})
const secret = (name: string, label: Words, min: number, max: number, more: Partial<FieldSpec> = {}): FieldSpec => ({
  name,
  label,
  kind: 'secret',
  min,
  max,
  ...more,
})
const list = (name: string, label: Words, form: FieldSpec['form'], more: Partial<FieldSpec> = {}): FieldSpec => ({
  name,
  label,
  kind: 'list',
  form,
  max: 4,
  ...more,
})
const choice = (
  name: string,
  label: Words,
  options: FieldSpec['options'],
  more: Partial<FieldSpec> = {},
): FieldSpec => ({ name, label, kind: 'choice', options, ...more })

const negotiated = { id: 0, zh: '自动协商', en: 'Negotiated' }
const speedOption = (id: number) => ({ id, zh: `${id} Mbit/s`, en: `${id} Mbit/s` })

const vlan = (min: number, hint?: Words) => number('vlan', { zh: 'VLAN', en: 'VLAN' }, min, 4094, hint ? { hint } : {})
const ports = list('ports', { zh: '端口', en: 'Ports' }, isPort, {
  max: 64,
  hint: { zh: '用逗号分隔，例如 LAN1, LAN2', en: 'Parted by commas, such as LAN1, LAN2' },
})
const dns = list('dns', { zh: 'DNS 服务器', en: 'DNS servers' }, isAddress)
const up = number('up_kbps', { zh: '上行限速', en: 'Upload limit' }, 0, 100_000_000, {
  unit: 'kbit/s',
  hint: { zh: '0 为不限', en: '0: no limit' },
})
const down = number('down_kbps', { zh: '下行限速', en: 'Download limit' }, 0, 100_000_000, {
  unit: 'kbit/s',
  hint: { zh: '0 为不限', en: '0: no limit' },
})

const isType =
  (...types: string[]) =>
  ({ type }: Values) =>
    typeof type === 'string' && types.includes(type)
const isEnterprise = ({ security }: Values) => security === 'WPA' || security === 'WPA2' || security === 'WPA1WPA2'
const isPsk = ({ security }: Values) => security !== 'Disable' && !isEnterprise({ security })
const forStatic = {
  when: isType('static'),
  says: { zh: '使用固定地址时必须填写', en: 'Required for a static address' },
}
const hasDhcp = ({ dhcp }: Values) => dhcp === 1

/** 2.4 GHz channels 1 to 13, those of 5 GHz by region (specification), those of 6 GHz a radio commonly uses. */
const channels: Readonly<Record<string, readonly number[]>> = {
  '2g': Array.from({ length: 13 }, (_, n) => n + 1),
  '5g': [36, 40, 44, 48, 52, 56, 60, 64, 149, 153, 157, 161, 165],
  '6g': Array.from({ length: 15 }, (_, n) => 5 + n * 16),
}
const onlyUs = [100, 104, 108, 112, 116, 120, 124, 128, 132, 136, 140]
const named = (id: number) => ({ id, zh: String(id), en: String(id) })

/** Channels that may be chosen on a band in a region; 0 is automatic. */
export function channelsOf(band: string, region: unknown): (Words & { id: number })[] {
  const extra = band === '5g' && region !== 'CN' ? onlyUs : []
  const all = [...(channels[band] ?? []), ...extra].sort((a, b) => a - b)
  return [{ id: 0, zh: '自动', en: 'Automatic' }, ...all.map(named)]
}

const wideAt: Readonly<Record<string, readonly string[]>> = {
  '2g': ['20', '20/40'],
  '5g': ['20/40', '80', '160'],
  '6g': ['20', '20/40', '80', '160', '320'],
}
const modesAt: Readonly<Record<string, readonly number[]>> = { '2g': [0, 1, 4, 6, 7, 9, 16], '5g': [2, 8, 14, 15, 17] }

function radioFields(band: string, values: Values): FieldSpec[] {
  const modes = wifiMode.values.filter(({ id }) => modesAt[band]?.includes(id))
  return [
    flag('enable', { zh: '启用', en: 'Enabled' }),
    choice('region', { zh: '区域', en: 'Region' }, wifiRegion.values),
    choice('channel', { zh: '信道', en: 'Channel' }, channelsOf(band, values['region'])),
    choice(
      'bandwidth',
      { zh: '频宽', en: 'Bandwidth' },
      wifiBandwidth.values.filter(({ id }) => wideAt[band]?.includes(id)),
    ),
    ...(modes.length > 0 ? [choice('mode', { zh: '模式', en: 'Mode' }, modes)] : []),
    number('power', { zh: '发射功率', en: 'Transmit power' }, 0, 30, {
      unit: 'dBm',
      hint: { zh: '0 为区域允许的最大值', en: '0: as much as the region allows' },
    }),
    number('max_clients', { zh: '最大终端数', en: 'Most terminals' }, 1, 1024),
  ]
}

const specs: Readonly<Record<Exclude<IntentKind, 'radio'>, readonly FieldSpec[]>> = {
  system: [
    text(
      'name',
      { zh: '设备名称', en: 'Name' },
      { hint: { zh: '写入设备，与列表中的名称无关', en: 'Written into the device; lists keep their own' } },
    ),
    text(
      'timezone',
      { zh: '时区', en: 'Time zone' },
      { max: 64, hint: { zh: '例如 Asia/Shanghai', en: 'Such as Asia/Shanghai' } },
    ),
    flag('leds', { zh: '指示灯', en: 'Lights' }),
    secret('password', { zh: '设备登录密码', en: 'Password of the device' }, 8, 32, { form: isPlain }),
  ],
  lan: [
    text(
      'subnet',
      { zh: '地址', en: 'Address' },
      {
        form: isSubnet,
        hint: { zh: '设备自身的地址，例如 192.168.1.1/24', en: "The device's own, such as 192.168.1.1/24" },
      },
    ),
    vlan(1),
    ports,
    flag('dhcp', { zh: 'DHCP 服务', en: 'DHCP service' }),
    number('dhcp_first', { zh: '起始偏移', en: 'First lease' }, 1, 65_534, {
      when: hasDhcp,
      hint: { zh: '从网段起始地址数起', en: 'Counted from the start of the subnet' },
    }),
    number('dhcp_count', { zh: '地址数量', en: 'Leases' }, 1, 65_534, { when: hasDhcp }),
    number('dhcp_hours', { zh: '租期', en: 'Lease time' }, 1, 720, { unit: 'h', when: hasDhcp }),
    dns,
  ],
  wan: [
    choice('type', { zh: '接入方式', en: 'Type' }, wanType.values),
    text('subnet', { zh: '地址', en: 'Address' }, { form: isSubnet, when: isType('static'), needed: forStatic }),
    text('gateway', { zh: '网关', en: 'Gateway' }, { form: isAddress, when: isType('static'), needed: forStatic }),
    text('user', { zh: '宽带账号', en: 'User' }, { max: 64, when: isType('pppoe') }),
    secret('password', { zh: '宽带密码', en: 'Password' }, 1, 64, { when: isType('pppoe') }),
    { ...dns, needed: forStatic },
    vlan(0, { zh: '无线 AP 的管理 VLAN；0 为不打标签', en: 'The management VLAN of an access point; 0: untagged' }),
    ports,
    text('mac', { zh: 'MAC 地址', en: 'MAC address' }, { form: isMac, max: 17 }),
  ],
  wireless: [
    flag('enable', { zh: '启用', en: 'Enabled' }),
    text('ssid', { zh: '无线名称（SSID）', en: 'Name (SSID)' }),
    { name: 'bands', label: { zh: '频段', en: 'Bands' }, kind: 'choices', options: radioBand.values },
    choice('security', { zh: '安全模式', en: 'Security' }, wifiSecurity.values),
    choice('cipher', { zh: '加密算法', en: 'Cipher' }, wifiCipher.values, {
      when: ({ security }) => security !== 'Disable',
    }),
    secret('password', { zh: '无线密码', en: 'Password' }, 8, 63, { when: isPsk }),
    text('radius_host', { zh: '认证服务器', en: 'RADIUS server' }, { max: 253, when: isEnterprise }),
    number('radius_port', { zh: '认证端口', en: 'RADIUS port' }, 1, 65_535, { when: isEnterprise }),
    secret('radius_secret', { zh: '认证密钥', en: 'RADIUS secret' }, 1, 128, { when: isEnterprise }),
    text(
      'network',
      { zh: '所属网络', en: 'Network' },
      { hint: { zh: '设备上局域网的名称；不填为上联网络', en: 'A LAN of the device; empty: the uplink' } },
    ),
    vlan(1),
    flag('hidden', { zh: '隐藏名称', en: 'Hidden' }),
    flag('isolate', { zh: '终端隔离', en: 'Terminals isolated' }),
    number('max_clients', { zh: '最大终端数', en: 'Most terminals' }, 1, 512),
    up,
    down,
    list('deny', { zh: '拒绝接入的 MAC', en: 'MAC addresses kept out' }, isMac, { max: 1024 }),
  ],
  port: [
    flag('enable', { zh: '启用', en: 'Enabled' }),
    text('note', { zh: '备注', en: 'Note' }, { max: 64 }),
    choice('speed', { zh: '速率', en: 'Speed' }, [negotiated], { unit: 'Mbit/s' }),
    choice('duplex', { zh: '双工', en: 'Duplex' }, [
      { id: 'full', zh: '全双工', en: 'Full' },
      { id: 'half', zh: '半双工', en: 'Half' },
    ]),
    flag('poe', { zh: 'PoE 供电', en: 'PoE' }),
    number('poe_limit', { zh: 'PoE 功率上限', en: 'PoE limit' }, 0, 120_000, { unit: 'mW' }),
    vlan(1, { zh: '不带标签的 VLAN', en: 'The untagged one' }),
    list(
      'tagged',
      { zh: '带标签的 VLAN', en: 'Tagged VLANs' },
      { is: /^([1-9]\d{0,2}|[1-3]\d{3}|40[0-8]\d|409[0-4])$/, says: { zh: '请输入 1 到 4094', en: 'Enter 1 to 4094' } },
      { max: 256 },
    ),
    flag('isolate', { zh: '端口隔离', en: 'Isolated' }),
    up,
    down,
  ],
  service: [
    flag('enable', { zh: '启用', en: 'Enabled' }),
    number('port', { zh: '端口', en: 'Port' }, 1, 65_535),
    list(
      'servers',
      { zh: '服务器', en: 'Servers' },
      { is: /^[0-9A-Za-z][0-9A-Za-z.:_-]{0,252}$/, says: { zh: '请输入域名或地址', en: 'Enter a name or an address' } },
    ),
    secret('community', { zh: '团体字', en: 'Community' }, 1, 64),
    number('interval', { zh: '上报间隔', en: 'Interval' }, 10, 3600, { unit: 's' }),
  ],
  raw: [
    {
      name: 'document',
      label: { zh: 'JSON 片段', en: 'Piece of JSON' },
      kind: 'json',
      hint: {
        zh: '以设备自身的格式叠加在生成的配置之上；null 表示删除',
        en: "In the device's own terms, laid over what was compiled; null takes away",
      },
    },
  ],
}

/** Without what the device cannot be set to; what is set already stays to be seen. */
function portField(spec: FieldSpec, value: unknown, { speeds, negotiates, duplexes }: PortChoices): FieldSpec[] {
  if (spec.name === 'speed') {
    const all = [...new Set([...speeds, ...(typeof value === 'number' && value > 0 ? [value] : [])])].sort(
      (a, b) => a - b,
    )
    const options = [...(negotiates || value === 0 ? [negotiated] : []), ...all.map(speedOption)]
    return options.length > 0 ? [{ ...spec, options }] : []
  }
  // no family limits the rate of a port
  if (spec === up || spec === down) return value ? [spec] : []
  if (spec.name !== 'duplex') return [spec]
  const options = spec.options?.filter(({ id }) => duplexes.includes(id as 'full') || id === value) ?? []
  // one that is always so is no choice
  return options.length > 1 || options.some(({ id }) => !duplexes.includes(id as 'full')) ? [{ ...spec, options }] : []
}

/** Of which a service is made: others have no meaning for it. */
const ofService: Readonly<Record<string, readonly string[]>> = {
  ssh: ['enable', 'port'],
  ntp: ['enable', 'servers'],
  log: ['enable', 'servers', 'port'],
  report: ['interval'],
}

/** A setting by its name, whether or not it has a meaning at the moment. */
export function fieldOf(kind: IntentKind, key: string, name: string): FieldSpec | undefined {
  const all = kind === 'radio' ? radioFields(key, {}) : specs[kind]
  return all.find((one) => one.name === name)
}

/**
 * Settings of one thing, those without a meaning at the moment left out. `values` is what holds for it now, `ports` what its
 * ports can be set to.
 */
export function fieldsOf(kind: IntentKind, key: string, values: Values, ports: PortChoices): FieldSpec[] {
  if (kind === 'radio') return radioFields(key, values)
  const all = specs[kind].filter(({ when }) => !when || when(values))
  if (kind === 'port') return all.flatMap((spec) => portField(spec, values[spec.name], ports))
  return kind === 'service' ? all.filter(({ name }) => (ofService[key] ?? ['enable']).includes(name)) : all
}
