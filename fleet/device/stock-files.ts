import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DeviceClient, type DeviceClientListener } from '../client/device-client.ts'

export interface StockFilesHow {
  /** Stands for /etc/ucentral of a stock access point: gateway.json, key.pem, and the files gateway.json names. */
  readonly folder: string
  readonly serial: string
  /** What the name of the gateway stands for in DNS. */
  readonly address: string
  readonly listener?: DeviceClientListener
}

/** What the firmware reads of gateway.json. */
interface GatewayFile {
  server?: unknown
  port?: unknown
  hostname_validate?: unknown
  cert?: unknown
  ca?: unknown
}

/**
 * A stock access point that dials by its files, as today's firmware does: it shows the operational certificate with what stands after it,
 * trusts the file of authorities alone, and compares the name unless disabled. It cannot show how the firmware finds the gateway
 * (DHCP, DNS, EST); and where it does not trust the gateway it hangs up without the TLS alert that the firmware's library sends.
 */
export async function clientFromFiles({ folder, serial, address, listener }: StockFilesHow): Promise<DeviceClient> {
  const read = (path: string) => readFile(join(folder, path.replace(/^\/etc\/ucentral\//, '')), 'utf8')
  const file = JSON.parse(await read('gateway.json')) as GatewayFile
  if (typeof file.server !== 'string' || typeof file.port !== 'number') throw new Error('no gateway is configured')
  const pathOf = (value: unknown, usual: string) => (typeof value === 'string' ? value : usual)
  return new DeviceClient({
    host: address,
    port: file.port,
    serial,
    family: 'ap',
    key: await read('key.pem'),
    cert: await read(pathOf(file.cert, 'operational.pem')),
    ca: await read(pathOf(file.ca, 'operational.ca')),
    ...(file.hostname_validate === 0 ? {} : { dialled: file.server }),
    ...(listener && { listener }),
  })
}
