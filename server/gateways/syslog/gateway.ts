import { defineGateway, type Gateway, type GatewayParts } from '../../devices/gateway.ts'
import type { System } from '../../kernel/implement.ts'
import { tally } from '../../base/process/metrics.ts'
import { type Forwarder, forwardTo } from './forward.ts'
import { syslogLimits } from './limits.ts'
import { openReceiver } from './receiver.ts'
import { Senders } from './senders.ts'

let senders: Senders | undefined
let forwarder: Forwarder | undefined
const counted = [
  ['received', 'Syslog messages received'],
  ['unknown', 'Syslog messages of senders that are nobody’s'],
  ['malformed', 'Syslog messages without a priority or a text'],
  ['limited', 'Syslog messages dropped before their sender was known'],
] as const
for (const [key, label] of counted)
  tally(`syslog_${key}_total`, `${label} since start`, () => senders?.counts[key] ?? 0)

tally('syslog_forwarded_total', 'Lines sent on by syslog since start', () => forwarder?.counts.sent ?? 0)
tally(
  'syslog_not_forwarded_total',
  'Lines not sent on because the other end was away or slow',
  () => forwarder?.counts.dropped ?? 0,
)

/** Syslog over UDP, TCP and TLS; disabled by default. */
export const syslog: Gateway<System> = defineGateway<System>({
  name: 'syslog',
  async start({ config, bus, now }, { logs, pki }: GatewayParts) {
    const forward = config['syslog-forward'] ? forwardTo(config['syslog-forward'], bus) : undefined
    const stopHearing = forward && logs.onStored((lines) => forward.send(lines))
    const stopForwarding = () => {
      stopHearing?.()
      forward?.stop()
    }
    forwarder = forward
    if (!config.syslog) return { port: 0, stop: async () => stopForwarding() }
    senders = new Senders({ bus, logs, now, limits: syslogLimits })
    const receiver = await openReceiver({
      host: config.host,
      port: config['syslog-port'],
      tlsPort: config['syslog-tls-port'],
      pki,
      senders,
      limits: syslogLimits,
      bus,
    })
    return {
      port: receiver.port,
      async stop() {
        stopForwarding()
        await receiver.stop()
      },
    }
  },
})
