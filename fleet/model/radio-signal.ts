import { hash32 } from '../random.ts'
import type { RadioBand } from './catalogue.ts'
import type { NetNode } from './network.ts'
import { frequencyOf } from './wifi.ts'

/** dBm below which a radio receives nothing. */
export const deaf = -92

/** Access points of a floor, and metres between two of them, between two floors. */
const onFloor = 8
const apart = 14
const storey = 4
/** dB loss of a ceiling. */
const ceiling = 17

interface FloorPosition {
  x: number
  y: number
  floor: number
}

/** Access points are placed in rows of four, eight per floor, with a small constant offset. */
function placeOf(aps: readonly NetNode[], ap: NetNode): FloorPosition {
  const at = aps.indexOf(ap)
  const off = (hash32(ap.serial, 7) % 100) / 25 - 2
  return {
    x: (at % 4) * apart + off,
    y: (Math.floor(at / 4) % 2) * apart - off,
    floor: Math.floor(at / onFloor),
  }
}

/** Loss over the first metre, dB. */
const firstMetre: Readonly<Record<RadioBand, number>> = { '2G': 40, '5G': 47, '6G': 49 }

/** Received level between two access points in dBm: indoors power falls with distance to the power of 3.2, and at ceilings. */
export function signalBetween(
  aps: readonly NetNode[],
  ear: NetNode,
  mouth: NetNode,
  band: RadioBand,
  power: number,
): number {
  const [a, b] = [placeOf(aps, ear), placeOf(aps, mouth)]
  const floors = Math.abs(a.floor - b.floor)
  const metres = Math.max(1, Math.hypot(a.x - b.x, a.y - b.y, floors * storey))
  const wall = (hash32(`${ear.serial} ${mouth.serial}`.split(' ').sort().join(' '), 3) % 7) - 3
  return Math.round(power - firstMetre[band] - 32 * Math.log10(metres) - floors * ceiling + wall)
}

/** Foreign networks that a radio receives: always the same ones, some of them strong. */
export function strangers(node: NetNode, bands: readonly (string | undefined)[]) {
  const seed = hash32(node.serial, 11)
  return Array.from({ length: 5 }, (_, i) => {
    const band: RadioBand = i < 3 ? '2G' : '5G'
    const channel =
      band === '2G' ? ([1, 6, 11][(seed + i * 5) % 3] as number) : (([36, 149] as const)[(seed + i) % 2] as number)
    return {
      bssid: `0e:5d:4e:${(11 * i + 16).toString(16)}:00:01`,
      ssid: i === 3 ? '' : `Neighbour-${i + 1}`,
      band,
      channel,
      frequency: frequencyOf(band, channel),
      signal: -66 - ((seed >>> (i * 3)) % 24),
    }
  })
    .filter(({ band }) => bands.length === 0 || bands.includes(band[0]))
    .map(({ band: _, ...one }) => one)
}
