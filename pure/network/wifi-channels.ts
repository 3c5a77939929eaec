export type WifiBand = '2g' | '5g' | '6g'
export type WifiRegion = 'CN' | 'US'

/** Center frequencies of 2.4 GHz channels increase by 5 MHz from 2412 at channel 1. */
const low = Array.from({ length: 13 }, (_, n) => n + 1)
const fiveCommon = [36, 40, 44, 48, 52, 56, 60, 64]
const fiveUs = [100, 104, 108, 112, 116, 120, 124, 128, 132, 136, 140]
const fiveHigh = [149, 153, 157, 161, 165]

/**
 * DFS channels: radar has priority. An access point listens before it transmits, and leaves the channel when it detects radar.
 */
export const needsDfs = (channel: number): boolean => channel >= 52 && channel <= 144

/**
 * Channels that may be set on a band in a region, without the automatic one (0). With a bandwidth, only channels in a complete
 * block of that width: 165 has no neighbour, 132 to 140 lack their fourth channel.
 */
export function channelsOf(band: WifiBand, region: WifiRegion, bandwidth?: string): number[] {
  if (band === '6g') return Array.from({ length: 59 }, (_, n) => 4 * n + 1)
  // the United States allow 1 to 11
  if (band === '2g') return region === 'US' ? low.slice(0, 11) : [...low]
  const all = region === 'US' ? [...fiveCommon, ...fiveUs, ...fiveHigh] : [...fiveCommon, ...fiveHigh]
  if (bandwidth !== '80' && bandwidth !== '160') return all
  const size = bandwidth === '80' ? 4 : 8
  return all.filter((channel) => blockOf(channel, size).every((one) => all.includes(one)))
}

/** The channels that a wide channel covers, with any of them as the primary channel. */
function blockOf(channel: number, size: number): number[] {
  const start = channel >= 149 ? 149 : channel >= 100 ? 100 : 36
  const first = start + Math.floor((channel - start) / (4 * size)) * 4 * size
  return Array.from({ length: size }, (_, n) => first + 4 * n)
}

/** Modes of a band by number. */
export const modesOf = (band: WifiBand): readonly number[] =>
  band === '2g' ? [0, 1, 4, 6, 7, 9, 16] : band === '5g' ? [2, 8, 14, 15, 17] : []

/** Bandwidths of a band by name. */
export const bandwidthsOf = (band: WifiBand): readonly string[] =>
  band === '2g' ? ['20', '20/40'] : band === '5g' ? ['20/40', '80', '160'] : ['20/40', '80', '160', '320']

/** Number of bytes of an SSID on the air: at most 32. GB2312 uses two for each non-ASCII character. */
export function ssidBytes(name: string, encoding: 'GB2312' | 'UTF-8'): number {
  if (encoding === 'UTF-8') return new TextEncoder().encode(name).length
  return [...name].reduce((sum, one) => sum + ((one.codePointAt(0) ?? 0) < 128 ? 1 : 2), 0)
}
