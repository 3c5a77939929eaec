import { lateMost, type LateSamples } from '@belvedere/drivers/kit/late-samples.ts'
import type { AgentNotice } from '@belvedere/drivers/protocol/agent/protocol.ts'
import type { LateIntake } from '../../devices/ingest/backfill.ts'
import type { DeviceConnection } from './device-connection.ts'
import type { GatewayLimits } from './limits.ts'

/**
 * Requests the samples that connected devices measured while offline: a few devices at a time, and none while the store is
 * behind. After an outage all of them have samples.
 */
export class LateSamplesQueue {
  private readonly intake: LateIntake
  private readonly limits: GatewayLimits
  private readonly now: () => number
  /** Devices to ask, in the order of their connection. */
  private readonly waiting = new Set<DeviceConnection>()
  /** Devices that were asked and have not answered, with the time (ms). */
  private readonly request = new Map<DeviceConnection, number>()
  /** Devices whose samples wait for the store: one message of each, so that no device fills the intake. */
  private readonly taking = new Set<DeviceConnection>()
  private timer: NodeJS.Timeout | undefined

  constructor(intake: LateIntake, limits: GatewayLimits, now: () => number) {
    this.intake = intake
    this.limits = limits
    this.now = now
  }

  connected(connection: DeviceConnection): void {
    this.waiting.add(connection)
    this.ask()
  }

  disconnected(connection: DeviceConnection): void {
    this.waiting.delete(connection)
    this.taking.delete(connection)
    if (this.request.delete(connection)) this.ask()
  }

  /** A device delivers samples, requested or not; a device that has some without a request sends a message without rows. */
  receive(connection: DeviceConnection, samples: LateSamples): void {
    this.request.delete(connection)
    if (samples.rows.length > 0) this.take(connection, samples)
    else if (samples.more > 0) this.waiting.add(connection)
    this.ask()
  }

  private take(connection: DeviceConnection, samples: LateSamples): void {
    const { intake, taking } = this
    // not acknowledged, so the device keeps them and delivers them again
    if (taking.has(connection)) return
    const { series, first, rows, more } = samples
    const kept = () => {
      taking.delete(connection)
      if (!connection.alive) return
      const note = lateOf(connection)?.kept({ series, last: first + rows.length - 1 })
      if (note) tell(connection, note)
      if (more > 0) this.connected(connection)
    }
    if (intake.push({ device_id: connection.device_id, at: this.now(), samples, kept })) taking.add(connection)
    else this.connected(connection)
    if (!intake.crowded) return
    const room = intake.room()
    connection.waitFor(room)
    void room.then(() => this.ask())
  }

  private ask(): void {
    while (this.waiting.size > 0 && this.request.size < this.limits.lateAsked && !this.intake.crowded) {
      const [next] = this.waiting
      if (!next) return
      this.waiting.delete(next)
      const note = lateOf(next)?.ask(lateMost.rows)
      if (note && next.alive && tell(next, note)) this.request.set(next, performance.now())
    }
    // a device that is skipped may still answer later
    if (this.waiting.size > 0) this.timer ??= setTimeout(() => this.passOver(), this.limits.lateMs / 5).unref()
  }

  private passOver(): void {
    this.timer = undefined
    const late = performance.now() - this.limits.lateMs
    for (const [connection, at] of this.request) if (at < late) this.request.delete(connection)
    this.ask()
  }
}

const lateOf = ({ driver }: DeviceConnection) => (driver?.protocol.name === 'agent' ? driver.protocol.late : undefined)

const tell = (connection: DeviceConnection, note: AgentNotice) =>
  connection.send(JSON.stringify({ jsonrpc: '2.0', ...note }))
