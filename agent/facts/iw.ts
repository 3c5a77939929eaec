import { compact } from '../loose.ts'
import { runTool } from '../host/run-tool.ts'
import { type AccessPoint, bandOf, type Station } from './stations.ts'

/** SSIDs and stations from `iw`; undefined when that tool is missing. */
export async function readIw(): Promise<AccessPoint[] | undefined> {
  const devices = await runTool('iw', ['dev'])
  return devices.ok ? Promise.all(accessPointsOf(devices.out).slice(0, 64).map(addDetails)) : undefined
}

async function addDetails(point: AccessPoint): Promise<AccessPoint> {
  const [stations, survey] = await Promise.all([
    runTool('iw', ['dev', point.device, 'station', 'dump'], { max: 4 << 20 }),
    runTool('iw', ['dev', point.device, 'survey', 'dump']),
  ])
  return { ...point, ...surveyOf(survey.out), stations: stationsOf(stations.out) }
}

/** The interfaces of type AP in the output of `iw dev`. */
export function accessPointsOf(printed: string): AccessPoint[] {
  const blocks = printed.split(/\n\s*Interface /).slice(1)
  return blocks
    .filter((block) => /^\s*type AP\s*$/m.test(block) && /^\s*ssid /m.test(block))
    .map((block) => {
      const channel = /channel (\d+) \((\d+) MHz\)(?:, width: (\d+) MHz)?/.exec(block)
      const frequency = Number(channel?.[2] ?? 0)
      return compact({
        device: block.split('\n')[0]?.trim() ?? '',
        ssid: /^\s*ssid (.*)$/m.exec(block)?.[1]?.slice(0, 128) ?? '',
        bssid: /^\s*addr ([0-9a-f:]{17})/m.exec(block)?.[1],
        band: bandOf(frequency),
        channel: Number(channel?.[1] ?? 0),
        frequency,
        width_mhz: Number(channel?.[3] ?? 20),
        tx_power_dbm: numberAfter(block, /txpower ([\d.]+) dBm/),
        stations: [],
      })
    })
}

/** `iw dev X station dump`. */
export function stationsOf(printed: string): Station[] {
  return printed
    .split(/^Station /m)
    .slice(1, 2049)
    .map((block) => {
      const field = (name: string) => numberAfter(block, new RegExp(`^\\s*${name}:\\s*(-?[\\d.]+)`, 'm'))
      const rate = (name: string) => kbps(field(`${name} bitrate`))
      const idle = field('inactive time')
      return compact({
        mac: block.slice(0, 17).toLowerCase(),
        connected_s: field('connected time'),
        inactive_s: idle === undefined ? undefined : Math.floor(idle / 1000),
        signal_dbm: field('signal'),
        rx_bytes: field('rx bytes'),
        tx_bytes: field('tx bytes'),
        rx_packets: field('rx packets'),
        tx_packets: field('tx packets'),
        tx_retries: field('tx retries'),
        tx_failed: field('tx failed'),
        rx_kbps: rate('rx'),
        tx_kbps: rate('tx'),
      })
    })
}

/** The channel in use in the output of `iw dev X survey dump`. */
export function surveyOf(printed: string): Pick<AccessPoint, 'noise_dbm' | 'active_ms' | 'busy_ms'> {
  const used = printed.split(/^Survey data/m).find((block) => block.includes('[in use]')) ?? ''
  return compact({
    noise_dbm: numberAfter(used, /noise:\s*(-?\d+) dBm/),
    active_ms: numberAfter(used, /channel active time:\s*(\d+) ms/),
    busy_ms: numberAfter(used, /channel busy time:\s*(\d+) ms/),
  })
}

function kbps(megabits: number | undefined): number | undefined {
  return megabits === undefined ? undefined : Math.round(megabits * 1000)
}

function numberAfter(text: string, pattern: RegExp): number | undefined {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}
