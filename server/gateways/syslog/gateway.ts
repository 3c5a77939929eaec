import { defineGateway, type Gateway, type GatewayParts, type RunningGateway } from '../../kernel/gateway.ts'
import type { System } from '../../kernel/implement.ts'
import { tally } from '../../kernel/metrics.ts'
import { syslogLimits } from './limits.ts'
import { openReceiver } from './receiver.ts'
import { Senders } from './senders.ts'

const off: RunningGateway = { port: 0, stop: async () => {} }

let senders: Senders | undefined
const counted = [
  ['received', 'Syslog messages received'],
  ['unknown', 'Syslog messages of senders that are nobody’s'],
  ['malformed', 'Syslog messages without a priority or a text'],
  ['limited', 'Syslog messages dropped before their sender was known'],
] as const
for (const [key, label] of counted)
  tally(`syslog_${key}_total`, `${label} since start`, () => senders?.counts[key] ?? 0)

/** Syslog over UDP, TCP and TLS; off unless it is switched on. */
export const syslog: Gateway<System> = defineGateway<System>({
  name: 'syslog',
  async start({ config, bus, now }, { logs, pki }: GatewayParts) {
    if (!config.syslog) return off
    senders = new Senders({ bus, logs, now, limits: syslogLimits })
    return openReceiver({
      host: config.host,
      port: config['syslog-port'],
      tlsPort: config['syslog-tls-port'],
      pki,
      senders,
      limits: syslogLimits,
      bus,
    })
  },
})
