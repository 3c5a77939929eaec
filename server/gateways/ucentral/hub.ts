import type { Abilities } from '@belvedere/drivers/kit/define-protocol.ts'
import type { Bus } from '../../base/bus/bus.ts'
import { type Departure, departSubject } from '../../devices/device-link.ts'
import type { EventKind } from '../../kernel/event.ts'
import type { Ingest } from '../../devices/ingest/ingest.ts'
import type { LogIntake } from '../../devices/ingest/log-intake.ts'
import type { Log } from '../../base/process/log.ts'
import type { DeviceCommands } from './commands.ts'
import type { DeviceConnection } from './device-connection.ts'
import type { UcentralDriver } from './drivers.ts'
import type { LateSamplesQueue } from './late-samples-queue.ts'
import type { GatewayLimits } from './limits.ts'
import type { Refusals } from './refusal/refusals.ts'
import type { Released } from './released.ts'
import type { Renewals } from './renewals.ts'
import type { UcentralShells } from './shells.ts'
import type { SessionSync } from './sessions.ts'
import type { Rivals } from './rivals.ts'
import type { Semaphore } from '../../base/process/semaphore.ts'
import type { ConnectionTimerWheel } from './connection-timer-wheel.ts'

/** Data shared by all connections of a gateway; a connection itself has only its own data. */
export interface Hub {
  readonly bus: Bus
  readonly ingest: Pick<Ingest, 'push'>
  readonly drivers: readonly UcentralDriver[]
  readonly log: Log
  readonly limits: GatewayLimits
  readonly wheel: ConnectionTimerWheel
  readonly commands: DeviceCommands
  readonly late: LateSamplesQueue
  readonly logs: Pick<LogIntake, 'push'>
  readonly renewals: Renewals
  readonly shells: UcentralShells
  readonly rivals: Rivals
  readonly refusals: Refusals
  readonly sessions: SessionSync
  /** Limits concurrent identifications. */
  readonly identifySemaphore: Semaphore
  /** Every socket, also those not identified yet. */
  readonly all: Set<DeviceConnection>
  /** Connections whose reading is paused because they send too much. */
  readonly slowed: Set<DeviceConnection>
  readonly bySerial: Map<string, DeviceConnection>
  readonly byDevice: Map<number, DeviceConnection>
  readonly released: Released
  /** Devices with equal facts share one object. */
  readonly abilities: Map<string, Abilities>
  stopping: boolean
  emit<P>(event: EventKind<P>, payload: P): void
  /** Unix seconds. */
  now(): number
}

/** Records that a session ended. The recording continues when the caller no longer waits for it. */
export function depart({ bus, limits, log }: Pick<Hub, 'bus' | 'limits' | 'log'>, departure: Departure): void {
  bus
    .request(departSubject, departure, limits.departMs)
    .catch((error: unknown) => log.debug({ ...departure, error: String(error) }, 'departure not booked yet'))
}

/** More than the number of existing models; beyond it, devices have their own objects. */
const MAX_KINDS = 1024

export function sharedAbilities(hub: Hub, { verbs, cgi, late, renews, proves, logs }: Abilities): Abilities {
  const key = `${verbs.join()} ${cgi.join()} ${late ?? ''} ${renews ?? ''} ${proves ?? ''} ${logs ?? ''}`
  const known = hub.abilities.get(key)
  if (known) return known
  const abilities: Abilities = { verbs: [...verbs], cgi: [...cgi], late, renews, proves, logs }
  if (hub.abilities.size < MAX_KINDS) hub.abilities.set(key, abilities)
  return abilities
}
