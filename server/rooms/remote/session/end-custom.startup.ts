import { taskReason } from '@belvedere/contract/rooms/task/reason/enums.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineStartup } from '../../../kernel/startup.ts'
import { type TunnelClosed, tunnelClosedSubject } from '../../../devices/tunnel-link.ts'
import { endItems } from '../../task/api.ts'
import { endLeftOver, endRemote } from './store.ts'

/**
 * Receives the ends of tunnels from the gateways that held them; in a single process no session survives its restart.
 */
export const watchEnds = defineStartup<System>({
  order: 32,
  role: 'worker',
  async run(system) {
    if (system.config.roles.has('api') && !system.config['nats-url']) await endLeftOver(system.db, system.now())
    system.bus.subscribe(tunnelClosedSubject, (closed: TunnelClosed) => void end(system, closed), 'workers')
  },
})

async function end(system: System, { session, why, bytes }: TunnelClosed): Promise<void> {
  try {
    const ended = await endRemote(system.db, session, { at: system.now(), bytes })
    if (!ended) return
    const { task_id, device_id, scene_id } = ended
    const reason = taskReason.find(why)?.id
    await endItems(system, task_id, system.now(), [{ device_id, result: 0, reason }])
    for (const topic of ['task', 'remote']) system.tell({ topic, scene_id })
  } catch (error) {
    system.log.error({ session, error: String(error) }, 'remote session')
  }
}
