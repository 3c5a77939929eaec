import { compact } from '../loose.ts'
import { listFolder } from '../host/read-file.ts'
import { runTool } from '../host/run-tool.ts'
import { type AccessPoint, bandOf, type Station } from './stations.ts'

/** SSIDs and stations from hostapd's control sockets (needs root or the socket's group). */
export async function readHostapd(): Promise<AccessPoint[]> {
  const devices = (await listFolder('/var/run/hostapd')).filter((name) => /^[\w.-]{1,32}$/.test(name)).slice(0, 64)
  const points = await Promise.all(devices.map(readOne))
  return points.filter((point) => point !== undefined)
}

async function readOne(device: string): Promise<AccessPoint | undefined> {
  const [status, stations] = await Promise.all([
    runTool('hostapd_cli', ['-i', device, 'status']),
    runTool('hostapd_cli', ['-i', device, 'all_sta'], { max: 4 << 20 }),
  ])
  if (!status.ok) return undefined
  return { ...statusOf(device, status.out), stations: allStationsOf(stations.out) }
}

/** `hostapd_cli status`: `key=value` lines, one `[n]` per BSS. */
export function statusOf(device: string, printed: string): AccessPoint {
  const fields = fieldsOf(printed)
  const frequency = Number(fields.get('freq') ?? 0)
  const at = [...fields].find(([key, value]) => key.startsWith('bss[') && value === device)?.[0].slice(3) ?? '[0]'
  return compact({
    device,
    ssid: fields.get(`ssid${at}`) ?? '',
    bssid: fields.get(`bssid${at}`),
    band: bandOf(frequency),
    channel: Number(fields.get('channel') ?? 0),
    frequency,
    width_mhz: widthOf(fields),
    stations: [],
  })
}

function widthOf(fields: Map<string, string>): number {
  const wide = Number(fields.get('he_oper_chwidth') ?? fields.get('vht_oper_chwidth') ?? 0)
  if (wide > 0) return wide === 1 ? 80 : 160
  const second = fields.get('secondary_channel')
  return second && second !== '0' ? 40 : 20
}

/** `hostapd_cli all_sta`: a MAC line, then `key=value` lines. */
export function allStationsOf(printed: string): Station[] {
  const blocks = printed.split(/^(?=(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\s*$)/im)
  return blocks
    .filter((block) => /^[0-9a-f]{2}:/i.test(block))
    .slice(0, 2048)
    .map((block) => {
      const fields = fieldsOf(block)
      const field = (name: string) => (fields.has(name) ? Number.parseInt(fields.get(name) ?? '', 10) : undefined)
      const idle = field('inactive_msec')
      return compact({
        mac: block.slice(0, 17).toLowerCase(),
        connected_s: field('connected_time'),
        inactive_s: idle === undefined ? undefined : Math.floor(idle / 1000),
        signal_dbm: field('signal'),
        rx_bytes: field('rx_bytes'),
        tx_bytes: field('tx_bytes'),
        rx_packets: field('rx_packets'),
        tx_packets: field('tx_packets'),
        rx_kbps: hundreds(field('rx_rate_info')),
        tx_kbps: hundreds(field('tx_rate_info')),
      })
    })
}

// hostapd reports rates in units of 100 kbit/s.
function hundreds(rate: number | undefined): number | undefined {
  return rate === undefined ? undefined : rate * 100
}

function fieldsOf(printed: string): Map<string, string> {
  const pairs = printed.split('\n').map((line) => /^([\w[\]]+)=(.*)$/.exec(line.trim()))
  return new Map(pairs.filter((pair) => pair !== null).map((pair) => [pair[1] ?? '', (pair[2] ?? '').slice(0, 256)]))
}
