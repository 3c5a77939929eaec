import type { RadioFact } from '@belvedere/contract/rooms/device/facts.ts'
import type { Effective } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import type { WifiBand, WifiRegion } from '@belvedere/pure/network/wifi-channels.ts'
import { whatRuns } from '../intent/api.ts'
import type { PatrolCtx } from '../patrol/api.ts'
import type { RadioReception, RadioNow } from './plan-rules.ts'
import { listRadioDevices, listWeakest, type RadioDevice } from './store.ts'

export interface SceneRadios {
  devices: ReadonlyMap<number, RadioDevice>
  radios: RadioNow[]
  heard: RadioReception[]
}

const bands: Readonly<Record<RadioFact['band'], WifiBand>> = { '2.4G': '2g', '5G': '5g', '6G': '6g' }
const links: Readonly<Record<WifiBand, number>> = { '2g': 1, '5g': 2, '6g': 3 }

/** The radios of a scene, and the transmitters that each of them receives. */
export async function readRadios(at: PatrolCtx, scene_id: number): Promise<SceneRadios> {
  const devices = await listRadioDevices(at, scene_id, at.now())
  const runs = await whatRuns(
    at,
    devices.map(({ id }) => id),
  )
  const weakest = new Map(
    (await listWeakest(at, scene_id)).map(({ device_id, link, signal }) => [`${device_id} ${link}`, signal]),
  )
  const radios = devices.flatMap((device) => radiosOf(device, runs.get(device.id), weakest))
  const byBssid = new Map(
    devices.flatMap(({ id, facts }) => (facts?.ssids ?? []).map(({ bssid }) => [bssid, id] as const)),
  )
  const byId = new Map(devices.map((device) => [device.id, device]))
  const gain = (transmitter: number, band: RadioFact['band']) => gainSinceScan(byId.get(transmitter), band)
  const heard = devices.flatMap(({ id, heard: list }) =>
    (list ?? []).flatMap(({ bssid, band, channel, signal }): RadioReception[] => {
      const transmitter = byBssid.get(bssid) ?? 0
      return transmitter === id
        ? []
        : [{ receiver: id, transmitter, band: bands[band], channel, signal: signal + gain(transmitter, band) }]
    }),
  )
  return { devices: byId, radios, heard }
}

/** dB by which a radio sends more now than at the time of the scan. */
function gainSinceScan(device: RadioDevice | undefined, band: RadioFact['band']): number {
  const [then, now] = [
    device?.heard_power?.[band],
    device?.facts?.radios?.find((one) => one.band === band)?.tx_power_dbm,
  ]
  return then === undefined || now === undefined ? 0 : now - then
}

function radiosOf(device: RadioDevice, runs: Effective | undefined, weakest: ReadonlyMap<string, number>): RadioNow[] {
  const seen = new Set<WifiBand>()
  return (device.facts?.radios ?? []).flatMap(({ band: reported, channel, width_mhz, tx_power_dbm, utilisation }) => {
    const band = bands[reported]
    // an intent applies to a band: a second radio on it gets the same
    if (seen.has(band)) return []
    seen.add(band)
    const { channels, widest } = canOf(device, band)
    return [
      {
        device_id: device.id,
        band,
        region: regionOf(runs?.radio?.[band]?.region ?? device.country),
        channels,
        widest,
        now: { channel, width: width_mhz },
        power: tx_power_dbm === undefined ? null : Math.round(tx_power_dbm),
        utilisation: utilisation ?? null,
        fixed: !device.online || device.standalone || !device.verbs.includes('configure'),
        weakest: weakest.get(`${device.id} ${links[band]}`) ?? null,
      },
    ]
  })
}

/** Without a country the stricter rules apply. */
const regionOf = (country: string | null): WifiRegion => (country === 'US' ? 'US' : 'CN')

function canOf({ wifi }: RadioDevice, band: WifiBand): { channels: number[]; widest: number } {
  const phys = Object.values(wifi ?? {}).filter((phy) => {
    const { band: list } = (phy ?? {}) as { band?: unknown }
    return Array.isArray(list) && list.some((one) => String(one).toLowerCase().startsWith(band))
  }) as { channels?: unknown; htmode?: unknown }[]
  const list = (value: unknown) => (Array.isArray(value) ? value : [])
  // they include those of DFS
  const channels = phys.flatMap((phy) => list(phy.channels)).filter((one) => Number.isInteger(one)) as number[]
  const widths = phys.flatMap((phy) => list(phy.htmode).map((mode) => Number(String(mode).replace(/\D+/g, ''))))
  return { channels: [...new Set(channels)], widest: Math.max(0, ...widths.filter((one) => one > 0 && one <= 320)) }
}
