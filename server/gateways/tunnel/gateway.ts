import { hasShare } from '@belvedere/pure/collection/fair-share.ts'
import { Proxies } from '../../base/edge/address.ts'
import { consoleUrl, tunnelOrigin } from '../../base/settings/config.ts'
import { deviceDisconnected, endsWith } from '../../devices/device-link.ts'
import { eventSubject } from '../../kernel/event.ts'
import { defineGateway } from '../../devices/gateway.ts'
import type { System } from '../../kernel/implement.ts'
import {
  closeTunnelSubject,
  type OpenedTunnel,
  type OpenTunnel,
  openTunnelSubject,
  type TunnelClosed,
  tunnelClosedSubject,
} from '../../devices/tunnel-link.ts'
import { ServicePort } from './service-port.ts'

/** Tunnels at a time: each has its own port, from the first one upwards. */
const MOST = 16

/** Manages the tunnels of remote access; a port is opened for each and closed with it. */
export const gateway = defineGateway({
  name: 'tunnel',
  async start(system: System) {
    const ways = new Map<string, ServicePort>()
    const releases = new Map<string, () => void>()
    const { config } = system
    const first = config['remote-port']
    const secure = (config['tunnel-url'] || consoleUrl(config)).startsWith('https:')
    const originOf = (port: number) => tunnelOrigin(config, port)
    const options = { proxies: new Proxies(config['trust-proxy']), secure, originOf }
    const end = (session: string, why: string) => {
      const way = ways.get(session)
      if (!way) return
      ways.delete(session)
      releases.get(session)?.()
      releases.delete(session)
      way.close()
      const closed: TunnelClosed = { session, why, bytes: way.bytes }
      system.bus.publish(tunnelClosedSubject, closed)
    }
    const open = async (request: OpenTunnel): Promise<OpenedTunnel> => {
      const mine = [...ways.values()].filter(({ asked: { team_id } }) => team_id === request.team_id).length
      if (!hasShare({ taken: ways.size, mine, places: MOST, most: request.most })) return { full: true, mine }
      const way = new ServicePort(request, system.bus, options)
      ways.set(request.session, way)
      const port = await listen(way, first, system.config.host).catch(() => undefined)
      if (port === undefined) {
        ways.delete(request.session)
        return { full: true, mine }
      }
      setTimeout(() => end(request.session, 'expired'), request.seconds * 1000).unref()
      releases.set(
        request.session,
        system.channels.keep(request.grounds, (why) => end(request.session, why)),
      )
      return { port, origin: originOf(port) }
    }
    const stops = [
      // one of several gateways has it
      system.bus.serve(openTunnelSubject, open, 'gateways'),
      system.bus.subscribe(closeTunnelSubject, ({ session, why }: { session: string; why: string }) =>
        end(session, why),
      ),
      system.bus.subscribe(eventSubject(deviceDisconnected.name), (left: { device_id: number; session: string }) => {
        for (const [session, { asked }] of ways)
          if (endsWith(left, asked.device_id, asked.connection)) end(session, 'offline')
      }),
    ]
    const stop = async () => {
      for (const one of stops) one()
      for (const session of ways.keys()) end(session, 'left')
    }
    return { port: first, stop }
  },
})

/** The first free port. */
async function listen(way: ServicePort, first: number, host: string): Promise<number> {
  if (first === 0) return way.listen(0, host)
  for (let port = first; port < first + MOST - 1; port++) {
    const found = await way.listen(port, host).catch(() => undefined)
    if (found !== undefined) return found
  }
  return way.listen(first + MOST - 1, host)
}
