import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'
import type { wirelessCalls } from '@belvedere/contract/rooms/wireless/wireless.ts'
import { wifiSecurity } from '@belvedere/contract/rooms/intent/enums.ts'
import { bandwidthsOf, channelsOf, modesOf, ssidBytes, type WifiBand } from '@belvedere/pure/network/wifi-channels.ts'

type BatchInput = In<typeof wirelessCalls.batch>
export type NetworkInput = NonNullable<BatchInput['networks']>[number]
export type RadioInput = NonNullable<BatchInput['radios']>[number]

const { id } = wifiSecurity
const keyed: readonly unknown[] = [id.wpaPsk, id.wpa2Psk, id.wpaWpa2Psk, id.wpa2Wpa3Psk]
const enterprise: readonly unknown[] = [id.wpa, id.wpa2, id.wpaWpa2]

export type Faults = Record<string, Words>

/**
 * Invalid fields of networks and radios, by place: `networks.0.password`. `kept`: keys whose secrets are set already.
 */
export function faultsOf(
  { networks = [], radios = [] }: Pick<BatchInput, 'networks' | 'radios'>,
  kept: ReadonlySet<string>,
): Faults {
  const faults: Faults = {}
  const keys = networks.map(({ key }) => key)
  networks.forEach((network, at) => {
    const put = (field: string, words: Words) => (faults[`networks.${at}.${field}`] ??= words)
    if (keys.indexOf(network.key) < at) put('key', { zh: '名称重复', en: 'is there twice' })
    if (network.remove !== 1) networkFaults(network, kept.has(network.key), put)
  })
  const bands = radios.map(({ band }) => band)
  radios.forEach((radio, at) => {
    const put = (field: string, words: Words) => (faults[`radios.${at}.${field}`] ??= words)
    if (bands.indexOf(radio.band) < at) put('band', { zh: '频段重复', en: 'is there twice' })
    radioFaults(radio, put)
  })
  return faults
}

type Put = (field: string, words: Words) => unknown

function networkFaults(network: NetworkInput, isKept: boolean, put: Put): void {
  const { key, ssid = key, encoding = 'UTF-8', security, cipher, password, bands } = network
  const bytes = ssidBytes(ssid, encoding)
  if (bytes > 32) put('ssid', { zh: `名称占 ${bytes} 字节，最多 32 字节`, en: `is longer than 32 bytes: ${bytes}` })
  if (keyed.includes(security) && !password && !isKept)
    put('password', { zh: '请填写 8 到 63 位密码', en: 'needs 8 to 63 characters' })
  if (enterprise.includes(security) && !network.radius_host)
    put('radius_host', { zh: '企业认证需要 RADIUS 服务器', en: 'Enterprise security needs a RADIUS server' })
  if (enterprise.includes(security) && !network.radius_secret && !isKept)
    put('radius_secret', { zh: '请填写 RADIUS 密钥', en: 'is required' })
  if (security === id.wpa2Wpa3Psk && cipher === 'TKIPAES')
    put('cipher', { zh: 'WPA3 只能使用 AES', en: 'WPA3 only supports AES' })
  if (bands?.includes('6g') && security !== undefined && security !== id.wpa2Wpa3Psk)
    put('bands', { zh: '6G 频段需要 WPA3', en: '6 GHz needs WPA3' })
}

function radioFaults({ band, region, channel, bandwidth, mode }: RadioInput, put: Put): void {
  const on = band as WifiBand
  if (mode !== undefined && !modesOf(on).includes(mode))
    put('mode', { zh: '该频段没有此模式', en: 'is not a mode of this band' })
  if (bandwidth !== undefined && !bandwidthsOf(on).includes(bandwidth))
    put('bandwidth', { zh: '该频段没有此频宽', en: 'is not a width of this band' })
  if (!channel) return
  // without a region all values that are allowed in some region; each device then checks its own
  const regions = region ? [region] : (['CN', 'US'] as const)
  if (!regions.some((one) => channelsOf(on, one, bandwidth).includes(channel)))
    put('channel', {
      zh: `信道 ${channel} 在该区域或频宽下不可用`,
      en: `${channel} cannot be used in this region or at this width`,
    })
}

/** The display names of bands, to report those that a device lacks. */
export function bandsOfCapabilities(capabilities: Record<string, unknown>): ReadonlySet<string> | undefined {
  const { wifi } = capabilities
  if (typeof wifi !== 'object' || wifi === null) return undefined
  const bands = Object.values(wifi).flatMap((radio) => {
    const { band } = (radio ?? {}) as { band?: unknown }
    return Array.isArray(band) ? band.map((one) => String(one).slice(0, 2).toLowerCase()) : []
  })
  return new Set(bands)
}
