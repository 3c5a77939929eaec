import { randomBytes } from 'node:crypto'
import { deviceSceneChanged } from '../../devices/device-link.ts'
import { eventSubject } from '../../kernel/event.ts'
import { defineGateway, type Gateway } from '../../devices/gateway.ts'
import type { System } from '../../kernel/implement.ts'
import { gauge, tally } from '../../base/process/metrics.ts'
import { monitorGuard } from '../../base/edge/outbound.ts'
import {
  pollChanged,
  pollSweepSubject,
  type PollSweepRequest,
  type PollTestRequest,
  pollTestSubject,
  type PollTried,
} from '../../devices/poll-link.ts'
import { LeaseRenewer } from './lease.ts'
import type { PollOutcome } from './outcome.ts'
import { Poller, reportOfOutcome } from './poller.ts'
import { sweep } from './sweep.ts'
import { openPinger } from './try-ping.ts'

let running: Poller | undefined
gauge('poll_devices', 'Devices this gateway polls', () => running?.watched.size ?? 0)
tally('poll_tries_total', 'Tries since start', () => running?.counts.tries ?? 0)
tally('poll_failures_total', 'Tries without an answer since start', () => running?.counts.failures ?? 0)

/** ms between two comparisons of the devices that are online here with the stored state. */
const COMPARE_MS = 10_000

/** Devices that do not connect to us: polled by ping, TCP, HTTP or SNMP. It listens on no port. */
export const poll: Gateway<System> = defineGateway<System>({
  name: 'poll',
  async start({ bus, log, emit, now }, { drivers, ingest }) {
    const pinger = openPinger()
    const poller = new Poller({ bus, log, emit, now, drivers, ingest, pinger })
    running = poller
    const leases = new LeaseRenewer({
      bus,
      log,
      gateway: `poll ${randomBytes(9).toString('base64url')}`,
      held: () => poller.revisions(),
      allowed: (reach, home) => poller.allow(monitorGuard(reach), home),
      changed(targets, gone) {
        poller.unwatch(gone)
        poller.watch(targets)
      },
    })
    const comparing = setInterval(() => {
      poller
        .compareSessions()
        .catch((error: unknown) => log.debug({ error: String(error) }, 'sessions are not compared'))
    }, COMPARE_MS).unref()
    const stops = [
      () => clearInterval(comparing),
      bus.subscribe(eventSubject(pollChanged.name), () => leases.now()),
      bus.subscribe(
        eventSubject(deviceSceneChanged.name),
        (moved: { device_id: number; scene_id: number; gone?: true }) => {
          const watched = poller.watched.get(moved.device_id)
          if (moved.gone) poller.unwatch([moved.device_id])
          else if (watched) watched.target.scene_id = moved.scene_id
        },
      ),
      bus.serve(pollTestSubject, async ({ target, reach }: PollTestRequest) =>
        triedOf(await poller.try(target, monitorGuard(reach))),
      ),
      bus.serve(pollSweepSubject, ({ addresses, reach }: PollSweepRequest) => {
        const guard = monitorGuard(reach)
        return sweep(
          addresses.filter((ip) => !guard(ip, true)),
          pinger,
        )
      }),
    ]
    return {
      port: 0,
      async stop() {
        for (const stop of stops) stop()
        poller.stop()
        await leases.stop()
      },
    }
  },
})

function triedOf(outcome: PollOutcome): PollTried {
  const tried: PollTried = { ok: outcome.ok, ...reportOfOutcome(outcome) }
  if (!outcome.ok || !outcome.identity) return tried
  const { vendor, model, firmware, capabilities } = outcome.identity
  const name = typeof capabilities['name'] === 'string' ? capabilities['name'] : ''
  return { ...tried, identity: { vendor, model, firmware, name } }
}
