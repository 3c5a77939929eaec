import type { TLSSocket } from 'node:tls'
import { certificateSubject, type CertificateAnswer, type CertificateRequest } from '../../devices/enrol-link.ts'
import type { Bus } from '../../base/bus/bus.ts'
import type { DeviceKey } from '../../devices/device-link.ts'
import type { Log } from '../../base/process/log.ts'
import type { DeviceCommands } from './commands.ts'
import type { DeviceConnection } from './device-connection.ts'
import type { GatewayLimits } from './limits.ts'
import { Semaphore } from '../../base/process/semaphore.ts'

const DAY = 86_400
/**
 * Remaining seconds of validity from which a certificate is replaced; and a validity beyond the one of our certificates, since
 * older ones were valid for ten years.
 */
const LEFT = { least: 30 * DAY, most: 91 * DAY }
/** Seconds until the next attempt after a renewal failed. */
const AGAIN = 3600

/** Renews the certificates of connected devices with our own authority, for the same key, before they expire. */
export class Renewals {
  private readonly options: { bus: Bus; limits: GatewayLimits; log: Log; commands: DeviceCommands; now(): number }
  /** Due time of each, Unix seconds. */
  private readonly due = new Map<DeviceConnection, number>()
  /**
   * Signing takes milliseconds; many devices that connect at once with old certificates are renewed one after the other, with
   * time for other work.
   */
  private readonly semaphore: Semaphore
  private ticks = 0

  constructor(options: Renewals['options']) {
    this.options = options
    this.semaphore = new Semaphore(options.limits.renewals)
  }

  connected(connection: DeviceConnection, { issuer, ends_at }: DeviceKey): void {
    if (issuer !== 'own' || !connection.can?.renews) return
    const now = this.options.now()
    this.due.set(connection, ends_at - now > LEFT.most ? now : ends_at - LEFT.least)
    this.renewWhenDue(connection)
  }

  disconnected(connection: DeviceConnection): void {
    this.due.delete(connection)
  }

  /** Called every second. */
  tick(): void {
    if (++this.ticks % this.options.limits.renewalTicks) return
    for (const connection of this.due.keys()) this.renewWhenDue(connection)
  }

  private renewWhenDue(connection: DeviceConnection): void {
    const { now } = this.options
    if ((this.due.get(connection) ?? Number.POSITIVE_INFINITY) > now()) return
    // not checked again while it is running
    this.due.set(connection, now() + AGAIN)
    void this.semaphore.pass(async () => {
      await this.renew(connection)
      await new Promise((resolve) => setTimeout(resolve, this.options.limits.renewalRestMs).unref())
    })
  }

  private async renew(connection: DeviceConnection): Promise<void> {
    const { bus, commands, log } = this.options
    const { device_id, serial, driver } = connection
    const public_key = publicKeyOf(connection)
    if (!this.due.has(connection) || driver?.protocol.name !== 'agent' || !public_key) return
    try {
      const ask: CertificateRequest = { serial, public_key }
      const made = await bus.request<CertificateAnswer>(certificateSubject, ask, 15_000)
      if ('refused' in made) return log.warn({ serial, device_id, why: made.refused }, 'certificate not renewed')
      const { result, msg } = await commands.send(connection, driver.protocol.renew(made.certificate, made.enrol_port))
      if (result !== 0) return log.warn({ serial, device_id, why: msg }, 'certificate not taken')
      if (this.due.has(connection)) this.due.set(connection, made.ends_at - LEFT.least)
      log.info({ serial, device_id, ends_at: made.ends_at }, 'certificate renewed')
    } catch (error) {
      log.warn({ serial, device_id, error: String(error) }, 'certificate not renewed')
    }
  }
}

/** TLS keeps it for the lifetime of the connection; our connection object does not. */
function publicKeyOf({ socket }: DeviceConnection): string | undefined {
  const tls = (socket as unknown as { _socket?: TLSSocket })._socket
  return tls?.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'pem' }) as string | undefined
}
