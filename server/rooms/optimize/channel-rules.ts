import { channelsOf, needsDfs, type WifiBand, type WifiRegion } from '@belvedere/pure/network/wifi-channels.ts'

/** The channel and width of a radio. */
export interface Tuning {
  channel: number
  /** MHz. */
  width: number
}

/** The spectrum of a tuning, MHz from the beginning of the band. */
export function spanOf(band: WifiBand, { channel, width }: Tuning): [low: number, high: number] {
  if (band === '2g') {
    // a wide channel extends upwards from the low channels and downwards from the high ones
    const shift = width > 20 ? (channel <= 7 ? 10 : -10) : 0
    return [5 * channel + shift - width / 2, 5 * channel + shift + width / 2]
  }
  const start = band === '6g' ? 1 : channel >= 149 ? 149 : channel >= 100 ? 100 : 36
  const block = width / 5
  const first = start + Math.floor((channel - start) / block) * block
  return [5 * first - 10, 5 * first - 10 + width]
}

/** The share of the narrower of two channels that the other covers, 0 to 1. */
export function overlapOf(band: WifiBand, a: Tuning, b: Tuning): number {
  const [lowA, highA] = spanOf(band, a)
  const [lowB, highB] = spanOf(band, b)
  const common = Math.min(highA, highB) - Math.max(lowA, lowB)
  return common <= 0 ? 0 : Math.min(1, common / Math.min(a.width, b.width))
}

/** dBm at which a transmitter is not noticed, and above which it occupies the channel fully. */
const SILENT = -92
const LOUD = -60

/** The interference of a transmitter received at this signal, 0 to 1. */
export const strengthOf = (signal: number): number => Math.min(1, Math.max(0, (signal - SILENT) / (LOUD - SILENT)))

/** The bandwidth value of an intent for a width, MHz. */
export const bandwidthOf = (band: WifiBand, width: number): string =>
  width <= 20 ? '20' : width === 40 ? '20/40' : String(band === '2g' ? '20/40' : width)

export interface Able {
  band: WifiBand
  region: WifiRegion
  /** 20 MHz channels that the radio supports; empty: not reported. */
  channels: readonly number[]
  /** MHz. */
  widest: number
}

/** At 2.4 GHz only these do not overlap. */
const clear24 = [1, 6, 11]
const narrowest: Readonly<Record<WifiBand, number>> = { '2g': 20, '5g': 40, '6g': 40 }

/**
 * The possible tunings of a radio: channels allowed in its region that it supports, one for each block of a width;
 * radar channels only when allowed. Widths from `now` down, wider ones are not proposed.
 */
export function tuningsOf(
  { band, region, channels, widest }: Able,
  now: Tuning,
  dfs: boolean,
  narrower: boolean,
): Tuning[] {
  const most = Math.min(now.width, widest || now.width)
  const widths = band === '2g' ? [20] : [160, 80, 40].filter((one) => one <= most && (narrower || one === most))
  return (widths.length > 0 ? widths : [narrowest[band]]).flatMap((width) => {
    const legal = channelsOf(band, region, width > 40 ? String(width) : undefined)
    const able = legal.filter(
      (one) =>
        (channels.length === 0 || blockOf(band, one, width).every((part) => channels.includes(part))) &&
        blockOf(band, one, width).every((part) => legal.includes(part)) &&
        (dfs || !blockOf(band, one, width).some(needsDfs)) &&
        (band !== '2g' || clear24.includes(one)),
    )
    const blocks = new Map(able.map((channel) => [spanOf(band, { channel, width })[0], channel] as const).toReversed())
    return [...blocks.values()].map((channel) => ({ channel, width }))
  })
}

/** The 20 MHz channels of a wide one. */
function blockOf(band: WifiBand, channel: number, width: number): number[] {
  if (band === '2g' || width <= 20) return [channel]
  const [low] = spanOf(band, { channel, width })
  return Array.from({ length: width / 20 }, (_, n) => (low + 10) / 5 + 4 * n)
}
