import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Session } from '../session.ts'
import { until } from '../wait.ts'

/** Of the program, so that it may watch what runs on this machine. */
export const watchHere = ['--monitor-networks', '127.0.0.0/8'] as const

/**
 * Web servers here that a monitor of the product asks every ten seconds, one device each; returns when all are online. `stop` ends
 * them, and the scene raises an alarm as soon as the monitor misses one.
 */
export async function watchHosts(
  session: Session,
  scene_id: number,
  names: readonly string[],
): Promise<{ stop(): void }> {
  await session.ask('POST alarm/config', { scene_id, list: [{ type: 'dev_offline', duration_s: 0 }] })
  const server = createServer((_, answer) => answer.end('here')).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const monitor = { type: 'http', port, interval: 10, misses: 1 }
  for (const name of names)
    await session.ask('POST device/third/mod', { scene_id, name, kind: 'other', ip: '127.0.0.1', monitor })
  await until('the hosts are online', 60_000, async () => {
    const { total } = await session.ask<{ total: number }>('GET device/other', { scene_id, online: 1, limit: 1 })
    return total === names.length
  })
  return {
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
