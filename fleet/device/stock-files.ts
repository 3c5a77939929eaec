import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DeviceClient, type DeviceClientListener } from '../client/device-client.ts'

export interface StockFilesHow {
  /** Simulates /etc/ucentral of a stock access point: gateway.json, key.pem, and the files that gateway.json names. */
  readonly folder: string
  readonly serial: string
  /** The address of the gateway's name in DNS. */
  readonly address: string
  readonly listener?: DeviceClientListener
}

/** The members of gateway.json that the firmware reads. */
interface GatewayFile {
  server?: unknown
  port?: unknown
  hostname_validate?: unknown
  cert?: unknown
  ca?: unknown
}

/**
 * A stock access point that connects by its files, like present firmware: it presents the operational certificate with the rest
 * of its chain, trusts only the file of authorities, and compares the name unless disabled. Not simulated: how the firmware finds
 * the gateway (DHCP, DNS, EST). Where it does not trust the gateway it disconnects without the TLS alert of the firmware's
 * library.
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
