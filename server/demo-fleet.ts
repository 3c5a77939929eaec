import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { guardChild } from './base/edge/guard-socket.ts'
import type { RunningServer } from './start-server.ts'

/** The demo network's devices: simulated in a separate process, over the same sockets that real devices use. */
export interface DemoFleet {
  stop(): void
}

/** Starts the simulator while the demo network exists; it ends with this process and with the demo. */
export async function startDemoFleet({ system, gateways }: RunningServer): Promise<DemoFleet | undefined> {
  const port = gateways.get('ucentral')
  if (!port || system.config['no-demo']) return undefined
  const { demoIsThere, demoRemoved } = await import('./rooms/device/api.ts')
  if (!(await demoIsThere(system))) return undefined
  const main = join(import.meta.dirname, '../fleet/main.ts')
  // with stored state, a restart of the server is not a reboot of the devices
  const keep = join(system.pki.dir, '../demo-fleet.json')
  const flags = ['--port', String(port), '--ca-dir', system.pki.dir, '--keep', keep, '--follow']
  const child = guardChild(spawn(process.execPath, [main, 'demo', ...flags], { stdio: ['pipe', 'ignore', 'inherit'] }))
  const stop = () => child.kill('SIGTERM')
  child.on('error', (error) => system.log.error({ error: String(error) }, 'demo network'))
  system.bus.subscribe(`event.${demoRemoved.name}`, stop)
  return { stop }
}
