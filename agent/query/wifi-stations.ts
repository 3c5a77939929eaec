import { readAccessPoints } from '../facts/access-points.ts'
import { defineQuery } from './define-query.ts'

// The access point receives the upload of the client.
export const wifiStations = defineQuery('wifi_stations', async () =>
  (await readAccessPoints()).flatMap((point) =>
    point.stations.map((station) => ({
      mac: station.mac,
      ssid: point.ssid,
      band: point.band,
      device: point.device,
      signal_dbm: station.signal_dbm,
      connected_s: station.connected_s,
      inactive_s: station.inactive_s,
      up_bytes: station.rx_bytes,
      down_bytes: station.tx_bytes,
      up_kbps: station.rx_kbps,
      down_kbps: station.tx_kbps,
    })),
  ),
)
