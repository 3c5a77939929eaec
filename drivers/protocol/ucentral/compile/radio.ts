import type { Effective, IntentFields } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { channelsOf, type WifiRegion } from '@belvedere/pure/network/wifi-channels.ts'
import { type Draft, type Json, objectsIn } from '../../../kit/compile/draft.ts'
import type { Band, Hardware, RadioCan } from './hardware.ts'
import { intentsOf } from './intents.ts'

type Radio = IntentFields<'radio'>

export function compileRadios(draft: Draft, effective: Effective, hardware: Hardware): void {
  for (const [key, desired] of intentsOf(effective, 'radio')) {
    const band = key.toUpperCase() as Band
    if (hardware.radios && !hardware.radios.has(band))
      draft.aside(`radio/${key}`, { zh: '该设备没有这个频段的射频', en: 'This device has no radio for this band' })
    else compileRadio(draft, key, band, desired, hardware)
  }
  for (const [key, desired] of intentsOf(effective, 'wireless')) switchOn(draft, key, desired, hardware)
}

/** A radio without an entry is off: one that a network uses gets an entry. */
function switchOn(draft: Draft, key: string, desired: IntentFields<'wireless'>, { radios }: Hardware): void {
  const { enable, bands, security = 'Disable', password } = desired
  if (enable === 0 || !radios) return
  const maySix = security === 'WPA2PSKWPA3PSK' || (security === 'Disable' && password === undefined)
  const named = new Set(objectsIn(draft.root['radios']).map(({ one }) => String(one['band']).slice(0, 2)))
  for (const [band, can] of radios)
    if (!named.has(band) && (bands ? bands.includes(band.toLowerCase() as '2g') : band !== '6G' || maySix))
      draft.append(draft.list(draft.root, 'radios'), { band, channel: 'auto', ...usualMode(band, can) }, [
        `wireless/${key}${bands ? '/bands' : ''}`,
      ])
}

/** The usual width, as far as the radio supports it. */
export function usualMode(band: Band, can: RadioCan): Json {
  const width = band === '2G' ? 20 : USUAL_WIDTH
  const fit = nearestMode(band, can, USUAL_MODE, width) ?? { mode: USUAL_MODE, width }
  return { 'channel-mode': fit.mode, 'channel-width': fit.width }
}

function compileRadio(draft: Draft, key: string, band: Band, desired: Radio, hardware: Hardware): void {
  const { radios, countries, locked } = hardware
  const by = (field: keyof Radio) => `radio/${key}/${field}`
  const can = radios?.get(band)
  const own = radioOf(draft, band, key)
  if (desired.enable !== undefined) draft.set(own, 'enable', desired.enable === 1, by('enable'))
  if (desired.region !== undefined) {
    if (countries && !countries.includes(desired.region))
      draft.refuse(
        by('region'),
        { zh: '该设备不允许使用此区域', en: 'This device may not be used in this region' },
        countries.join(', '),
      )
    else draft.set(own, 'country', desired.region, by('region'))
  }
  if (desired.bandwidth !== undefined) setWidth(draft, own, key, band, desired.bandwidth, can)
  if (desired.mode !== undefined) setMode(draft, own, key, band, desired.mode, can)
  fitMode(draft, own, key, band, desired, can)
  // a device with a region lock is in that region, whatever its configuration says
  const place = own['country'] ?? (countries?.length === 1 ? countries[0] : undefined)
  if (desired.channel !== undefined) setChannel(draft, own, key, band, desired.channel, can, place, locked.dfs)
  if (band === '5G') fitChannel(draft, own, key, desired, can)
  if (desired.power === 0) draft.drop(own, 'tx-power')
  else if (desired.power !== undefined) draft.set(own, 'tx-power', desired.power, by('power'))
  if (desired.max_clients !== undefined) draft.set(own, 'maximum-clients', desired.max_clients, by('max_clients'))
}

function radioOf(draft: Draft, band: Band, key: string): Json {
  const radios = draft.list(draft.root, 'radios')
  const found = objectsIn(radios).find(({ one }) => String(one['band']).startsWith(band))
  return found ? draft.item(radios, found.at) : draft.append(radios, { band }, [`radio/${key}`])
}

const regionOf = (place: unknown): WifiRegion | undefined => (place === 'CN' || place === 'US' ? place : undefined)

/** A channel of a band in a region; a channel at 6 GHz is left to the device. */
function isAllowed(band: Band, place: unknown, channel: number, width?: string): boolean {
  const region = regionOf(place)
  if (band === '6G' || (region === undefined && width === undefined)) return true
  const on = band === '2G' ? '2g' : '5g'
  return (region ? [region] : (['CN', 'US'] as const)).some((one) => channelsOf(on, one, width).includes(channel))
}

function setChannel(
  draft: Draft,
  own: Json,
  key: string,
  band: Band,
  channel: number,
  can: RadioCan | undefined,
  place: unknown,
  dfsLocked: boolean,
): void {
  const by = `radio/${key}/channel`
  if (channel === 0) return draft.set(own, 'channel', 'auto', by)
  const isDfs = can?.dfs.includes(channel) ?? false
  const refuse = (zh: string, en: string) => {
    draft.refuse(by, { zh, en }, 'auto')
    draft.set(own, 'channel', 'auto', by)
  }
  if (can && !able(can, channel))
    return refuse('该射频不支持信道 ' + channel, `The radio cannot use channel ${channel}`)
  if (!isAllowed(band, place, channel)) {
    const region = String(place)
    return refuse(
      `该区域（${region}）不允许使用信道 ${channel}`,
      `Channel ${channel} is not allowed in this region (${region})`,
    )
  }
  const width = own['channel-width']
  if (typeof width === 'number' && width >= 80 && width <= 160 && !isAllowed(band, place, channel, String(width)))
    return refuse(`信道 ${channel} 无法使用 ${width} MHz 频宽`, `Channel ${channel} has no room for ${width} MHz`)
  if (isDfs && dfsLocked)
    return refuse(
      '该设备不允许使用雷达信道（DFS） ' + channel,
      `This device may not use DFS channels such as ${channel}`,
    )
  if (isDfs && own['allow-dfs'] === false)
    return refuse(
      '信道 ' + channel + ' 需要避让雷达（DFS），设备上已禁用 DFS',
      `Channel ${channel} needs DFS, which is switched off on the device`,
    )
  draft.set(own, 'channel', channel, by)
  if (isDfs) draft.set(own, 'allow-dfs', true, by)
}

/**
 * Channels at 5 GHz that the renderer accepts as the primary channel of a wider block; with any other it searches automatically.
 */
const mains: Readonly<Record<number, readonly number[]>> = {
  40: [36, 44, 52, 60, 100, 108, 116, 124, 132, 140, 149, 157, 165],
  80: [36, 52, 100, 116, 132, 149],
  160: [36, 100],
}

/** The same block with the primary channel that the renderer accepts. */
function fitChannel(draft: Draft, own: Json, key: string, desired: Radio, can: RadioCan | undefined): void {
  const { channel } = own
  const width = Number(own['channel-width'] ?? USUAL_WIDTH)
  if (typeof channel !== 'number' || width <= 20 || (desired.channel === undefined && desired.bandwidth === undefined))
    return
  const main = mains[width]?.findLast((one) => one <= channel && channel < one + width / 5)
  const there = main !== undefined && (!can || able(can, main)) ? main : 'auto'
  if (there === channel) return
  if (desired.channel !== undefined && desired.channel !== 0)
    draft.refuse(
      `radio/${key}/channel`,
      {
        zh: `频宽 ${width} MHz 时该设备只接受频段的首个信道`,
        en: `At ${width} MHz this device takes only the first channel of a block`,
      },
      String(there),
    )
  draft.set(own, 'channel', there, `radio/${key}/${desired.bandwidth === undefined ? 'channel' : 'bandwidth'}`)
}

/** DFS channels must be in the list of the other channels too; the renderer accepts no others. */
const able = ({ channels }: RadioCan, channel: number) => channels.length === 0 || channels.includes(channel)

const widths: Readonly<Record<NonNullable<Radio['bandwidth']>, number>> = {
  20: 20,
  '20/40': 40,
  80: 80,
  160: 160,
  320: 320,
}

function setWidth(
  draft: Draft,
  own: Json,
  key: string,
  band: Band,
  desired: NonNullable<Radio['bandwidth']>,
  can: RadioCan | undefined,
): void {
  const by = `radio/${key}/bandwidth`
  const able = [...new Set((can?.modes ?? []).map((mode) => Number(mode.replace(/\D+/g, ''))))].filter(
    (width) => width > 0,
  )
  const most =
    Math.max(0, ...able.filter((width) => band !== '2G' || width <= 40)) ||
    (band === '2G' ? 40 : Number.POSITIVE_INFINITY)
  const width = Math.min(widths[desired], most)
  if (width < widths[desired])
    draft.refuse(
      by,
      { zh: '该射频的频宽最大 ' + width + ' MHz', en: `The radio is at most ${width} MHz wide` },
      `${width} MHz`,
    )
  draft.set(own, 'channel-width', width, by)
}

/** The default of the schema for a radio. */
const USUAL_MODE = 'HE'
const USUAL_WIDTH = 80
const newest = ['EHT', 'HE', 'VHT', 'HT'] as const

/**
 * The nearest mode and width that the radios of a band support together; undefined: they support the desired ones, or report
 * nothing. With an unsupported one the renderer takes another, and drops the channel.
 */
function nearestMode(
  band: Band,
  { modes: all }: RadioCan,
  mode: string,
  width: number,
): { mode: string; width: number } | undefined {
  // the renderer omits that one
  const modes = band === '2G' ? all.filter((one) => one !== 'VHT80') : all
  if (modes.length === 0 || modes.includes(`${mode}${width}`)) return undefined
  const tried = newest.slice(Math.max(0, newest.indexOf(mode as 'HE')))
  for (const one of tried) {
    const wide = modes.flatMap((text) => (text.replace(/\d.*/, '') === one ? [Number(text.slice(one.length))] : []))
    const best = Math.max(0, ...wide.filter((own) => own <= width))
    if (best > 0) return { mode: one, width: best }
  }
  return undefined
}

function fitMode(draft: Draft, own: Json, key: string, band: Band, desired: Radio, can: RadioCan | undefined): void {
  const width = Number(own['channel-width'] ?? USUAL_WIDTH)
  const request = typeof own['channel-mode'] === 'string' ? own['channel-mode'] : USUAL_MODE
  const fit = can && nearestMode(band, can, request, width)
  if (!fit) return
  if (fit.width !== width) {
    if (desired.bandwidth !== undefined)
      draft.refuse(
        `radio/${key}/bandwidth`,
        {
          zh: `该射频在 ${fit.mode} 模式下的频宽最大 ${fit.width} MHz`,
          en: `In mode ${fit.mode} the radio is at most ${fit.width} MHz wide`,
        },
        `${fit.width} MHz`,
      )
    draft.set(own, 'channel-width', fit.width, `radio/${key}`)
  }
  if (fit.mode === request) return
  if (desired.mode !== undefined)
    draft.refuse(
      `radio/${key}/mode`,
      {
        zh: `该射频在 ${width} MHz 频宽下不支持 ${request} 模式`,
        en: `The radio cannot do mode ${request} at ${width} MHz`,
      },
      fit.mode,
    )
  draft.set(own, 'channel-mode', fit.mode, `radio/${key}`)
}

interface ModeOf {
  band: '2G' | '5G'
  /** Undefined: older than any mode of the device. */
  mode: 'HT' | 'VHT' | 'HE' | undefined
  /** Terminals with older standards are rejected. */
  require?: 'HT' | 'VHT'
  /** 802.11b rates. */
  b?: boolean
}

/** The specification's modes; 11b, g and a alone have no equivalent. */
const modes: Readonly<Record<NonNullable<Radio['mode']>, ModeOf>> = {
  0: { band: '2G', mode: undefined },
  1: { band: '2G', mode: undefined },
  2: { band: '5G', mode: undefined },
  4: { band: '2G', mode: undefined },
  6: { band: '2G', mode: 'HT', require: 'HT', b: false },
  7: { band: '2G', mode: 'HT', b: false },
  8: { band: '5G', mode: 'HT' },
  9: { band: '2G', mode: 'HT', b: true },
  14: { band: '5G', mode: 'VHT' },
  15: { band: '5G', mode: 'VHT', require: 'HT' },
  16: { band: '2G', mode: 'HE', b: true },
  17: { band: '5G', mode: 'HE' },
}

function setMode(
  draft: Draft,
  own: Json,
  key: string,
  band: Band,
  desired: NonNullable<Radio['mode']>,
  can: RadioCan | undefined,
): void {
  const by = `radio/${key}/mode`
  const one = modes[desired]
  if (one.band !== band) return draft.refuse(by, { zh: '该模式不适用于此频段', en: 'This mode is not for this band' })
  if (one.mode === undefined)
    return draft.refuse(by, { zh: '该设备不能只用 11a/b/g', en: 'This device cannot be limited to 11a, b or g only' })
  const known = (mode: string) =>
    !can || can.modes.length === 0 || can.modes.some((text) => text.replace(/\d+.*/, '') === mode)
  const able = (['HE', 'VHT', 'HT'] as const).slice(['HE', 'VHT', 'HT'].indexOf(one.mode)).find(known)
  if (able === undefined) return draft.refuse(by, { zh: '该射频不支持此模式', en: 'The radio cannot do this mode' })
  if (able !== one.mode) draft.refuse(by, { zh: '该射频不支持此模式', en: 'The radio cannot do this mode' }, able)
  draft.set(own, 'channel-mode', able, by)
  if (one.require) draft.set(own, 'require-mode', one.require, by)
  else draft.drop(own, 'require-mode')
  if (one.b !== undefined) draft.set(own, 'legacy-rates', one.b, by)
}
