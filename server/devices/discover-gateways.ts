import { join } from 'node:path'
import type { DeviceDriver } from '@belvedere/drivers/kit/define-device-driver.ts'
import type { House } from '../kernel/discovery/discover.ts'
import { exportsOf, filesBelow, pick, root } from '../kernel/discovery/find-exports.ts'
import { isStartup } from '../kernel/startup.ts'
import { discoverDrivers } from './discover-drivers.ts'
import { type Gateway, isGateway } from './gateway.ts'
import { isSink, type Sink } from './ingest/ingest.ts'

/** The parts of the server that gateways need: they run in a separate thread, which does not load the rest. */
export interface GatewayHouse extends Pick<House, 'startups'> {
  readonly drivers: readonly DeviceDriver[]
  readonly gateways: readonly Gateway[]
  readonly sinks: readonly Sink[]
}

const servesGateways = /\.(sink|gateway)\.ts$/

/** Loads the gateways, and the parts of rooms that run beside them. */
export async function discoverGateways(): Promise<GatewayHouse> {
  const serve = filesBelow(join(root, 'server/rooms'), (path) => servesGateways.test(path))
  const [rooms, families, gateways] = await Promise.all([
    exportsOf(serve),
    discoverDrivers(),
    exportsOf(filesBelow(join(root, 'server/gateways'), (path) => path.endsWith('/gateway.ts'))),
  ])
  return {
    sinks: pick(rooms, isSink),
    startups: pick(rooms, isStartup).sort((a, b) => a.order - b.order),
    drivers: families,
    gateways: pick(gateways, isGateway),
  }
}
