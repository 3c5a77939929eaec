import type { UcentralCommand } from './protocol.ts'
import type { NeighborNetwork } from '../../kit/facts.ts'
import { listOf, macOf, numberOf, objectOf, textOf, within, wholeWithin } from '../../kit/coerce.ts'
import { bandOfMegahertz } from './wireless.ts'

/** Most networks of one scan; a dense area has some hundreds. */
const MOST = 2000

/** All radios scan all their channels, except those with a radar wait time. The client ends it after 120 s. */
export function encodeListen(): UcentralCommand {
  return {
    method: 'wifiscan',
    params: { when: 0, active: 0, verbose: false },
    timeout: 120_000,
    read(result) {
      const status = objectOf(result.status)
      const error = numberOf(status.error) ?? 1
      if (error !== 0) return { result: 1, msg: textOf(status.text ?? status.txt, 1024) ?? `error ${error}` }
      // clients put it beside the status or into it
      const scan = [result.scan, status.scan, objectOf(result.data).scan].find(Array.isArray)
      return { result: 0, msg: '', data: { heard: heardIn(scan) } }
    },
  }
}

function heardIn(scan: unknown): NeighborNetwork[] {
  return listOf(scan, MOST).flatMap((one) => {
    const { bssid, ssid, frequency, channel, signal, rssi } = objectOf(one)
    const [address, band] = [macOf(bssid), bandOfMegahertz(frequency)]
    const [place, level] = [wholeWithin(channel, 1, 233), within(signal ?? rssi, -120, 0)]
    if (address === undefined || band === undefined || place === undefined || level === undefined) return []
    return [{ bssid: address, ssid: textOf(ssid, 32) ?? '', band, channel: place, signal: Math.round(level) }]
  })
}
