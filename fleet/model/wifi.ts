import type { RadioBand } from './catalogue.ts'

/** Primary channels of an automatic channel plan. */
export const channelPlan: Readonly<Record<RadioBand, readonly number[]>> = {
  '2G': [1, 6, 11],
  '5G': [36, 52, 100, 149, 44, 60, 116, 157],
  '6G': [5, 37, 69, 85],
}

/** Channels that a device with these bands accepts. */
export const allowedChannels: Readonly<Record<RadioBand, readonly number[]>> = {
  '2G': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
  '5G': [
    36, 40, 44, 48, 52, 56, 60, 64, 100, 104, 108, 112, 116, 120, 124, 128, 132, 136, 140, 149, 153, 157, 161, 165,
  ],
  '6G': Array.from({ length: 24 }, (_, i) => 1 + 4 * i),
}

/** MHz of the center of a 20 MHz channel. */
export function frequencyOf(band: RadioBand, channel: number): number {
  if (band === '2G') return channel === 14 ? 2484 : 2407 + 5 * channel
  return (band === '5G' ? 5000 : 5950) + 5 * channel
}

/** The center channel of a wide one: `44` at 80 MHz is in the block around 42. */
export function centreChannel(band: RadioBand, channel: number, width: number): number {
  if (width <= 20 || band === '2G') return channel
  const first = band === '6G' ? 1 : channel >= 149 ? 149 : 36
  const span = width / 5
  return first + Math.floor((channel - first) / span) * span + span / 2 - 2
}

// Data rates of one spatial stream at 20 MHz, kbit/s by MCS: 802.11ax with short guard interval, 802.11ac, 802.11n.
const axRates = [8600, 17_200, 25_800, 34_400, 51_600, 68_800, 77_400, 86_000, 103_200, 114_700, 129_000, 143_400]
const acRates = [7200, 14_400, 21_700, 28_900, 43_300, 57_800, 65_000, 72_200, 86_700]
const widthGain: Readonly<Record<number, number>> = { 20: 1, 40: 2, 80: 4.19, 160: 8.38 }

export interface LinkRate {
  /** kbit/s */
  bitrate: number
  mcs: number
  nss: number
  chwidth: number
  standard: 'he' | 'vht' | 'ht'
}

/** The rate of two stations at this signal; wider channels and more streams need a stronger one. */
export function rateAt(rssi: number, band: RadioBand, width: number, nss: number, ax: boolean): LinkRate {
  const rates = ax ? axRates : acRates
  const need = width >= 160 ? 6 : width >= 80 ? 3 : 0
  const best = rates.length - 1
  const mcs = Math.max(0, Math.min(best, Math.round(best - (-50 + need - rssi) / 4.5)))
  const bitrate = Math.round(((rates[mcs] as number) * nss * (widthGain[width] ?? 1)) / 100) * 100
  return { bitrate, mcs, nss, chwidth: width, standard: ax ? 'he' : band === '2G' ? 'ht' : 'vht' }
}
