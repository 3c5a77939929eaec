import type { DeviceFacts, DeviceIdentity } from '@belvedere/drivers/kit/facts.ts'
import { openDatabase } from '../kernel/db.ts'
import { discoverGateways } from './discover-gateways.ts'
import { deviceEvent, type IdentifyAnswer, type IdentifyRequest, identifySubject } from './device-link.ts'
import type { System } from '../kernel/implement.ts'
import { type LateIntake, startLateIntake } from './ingest/backfill.ts'
import { type LogIntake, type logLimits, startLogIntake } from './ingest/log-intake.ts'
import { fairQueue, REPORT_EVERY } from './ingest/fair-queue.ts'
import { type Ingest, startIngest } from './ingest/ingest.ts'
import { teamsOfScenes } from './scene-teams-store.ts'

export { discoverDrivers } from './discover-drivers.ts'

/** For tests: devices as a gateway presents them to the rooms, without the wire. */
export async function introduce(
  system: System,
  serial: string,
  more: Partial<Omit<IdentifyRequest, 'identity'>> & { identity?: Partial<DeviceIdentity> } = {},
): Promise<IdentifyAnswer> {
  const { identity, ...rest } = more
  const ask: IdentifyRequest = {
    id: { scheme: 'mac', value: serial },
    simulated: false,
    address: '192.0.2.7',
    family: 'ucentral-ap',
    config_uuid: 0,
    session: `session of ${serial}`,
    ...rest,
    identity: {
      type: 1,
      vendor: 'Cascade',
      model: 'CW-AX50',
      firmware: '4.1.0',
      mac: serial.replace(/(..)(?=.)/g, '$1:'),
      verbs: ['reboot', 'upgrade'],
      cgi: [],
      capabilities: {},
      ...identity,
    },
  }
  return system.bus.request<IdentifyAnswer>(identifySubject, ask, 5000)
}

/** The real queue and sinks. */
export async function openIngest(system: System): Promise<Ingest> {
  const { sinks } = await discoverGateways()
  const onError = (error: unknown) => {
    throw error
  }
  const database = openDatabase(system.database.pool.options.connectionString as string, 1, { pipeline: true })
  // days are simulated in seconds: every read of the clock advances it by the interval of reports
  let played = 0
  return startIngest({
    transaction: (work) => database.transaction(work),
    sinks,
    queue: fairQueue({ teamOf: teamsOfScenes(database), now: () => (played += REPORT_EVERY) }),
    tell: system.tell,
    onError,
  })
}

/** The real intake of late samples and its sinks. */
export async function openLateIntake(system: System): Promise<LateIntake> {
  const { sinks } = await discoverGateways()
  const onError = (error: unknown) => {
    throw error
  }
  return startLateIntake({ transaction: (work) => system.database.transaction(work), sinks, onError })
}

/** The real intake of lines of logs and its sinks. */
export async function openLogIntake(system: System, limits: Partial<typeof logLimits> = {}): Promise<LogIntake> {
  const { sinks } = await discoverGateways()
  const onError = (error: unknown) => {
    throw error
  }
  return startLogIntake({
    transaction: (work) => system.database.transaction(work),
    sinks,
    tell: system.tell,
    happened: (happened) => system.emit(deviceEvent, happened),
    onError,
    limits,
  })
}

/** An intake that accepts and discards everything. */
export const noLate: LateIntake = {
  counts: { taken: 0, stored: 0, refused: 0, failed: 0 },
  crowded: false,
  room: () => Promise.resolve(),
  push: () => true,
  drain: () => Promise.resolve(),
}

/** Facts of an access point whose uplink has counted so many octets. */
export function facts(rx_bytes: number, tx_bytes: number, more: Partial<DeviceFacts> = {}): DeviceFacts {
  return {
    uptime: 1000,
    load: [0.5, 0.4, 0.3],
    cpu: 12.5,
    memory: { total: 1000, free: 600, cached: 150 },
    temperature: 51.2,
    interfaces: [
      { name: 'WAN', role: 'wan', up: true, speed_mbps: 1000, addresses: ['203.0.113.9/24'], rx_bytes, tx_bytes },
      { name: 'LAN1', role: 'lan', up: true, addresses: ['192.168.1.1/24'], rx_bytes: tx_bytes, tx_bytes: rx_bytes },
    ],
    ...more,
  }
}
