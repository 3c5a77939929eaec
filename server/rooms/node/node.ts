import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { nodeErrors as errors } from '@belvedere/contract/rooms/node/errors.ts'
import { nodeCalls } from '@belvedere/contract/rooms/node/node.ts'
import { implement } from '../../kernel/implement.ts'
import { outageChanged } from '../../kernel/live/node-link.ts'
import { purgeNode } from '../../devices/nodes/node-store.ts'
import { refuse } from '../../kernel/refuse.ts'
import { defineUndo } from '../../engines/undo/define-undo.ts'
import { databaseVersion, findNode, listNodes, listOutages } from './store.ts'

const flag = (is: boolean) => (is ? (1 as const) : (0 as const))

export const calls = implement(nodeCalls, {
  async list({ db, system }) {
    const up = system.bus.ready().then(
      () => true,
      () => false,
    )
    const before = performance.now()
    const version = await databaseVersion(db)
    const ms = Math.round((performance.now() - before) * 10) / 10
    const jobs = system.overdueJobs().map(({ name, period, idle }) => ({ name, period, idle: Math.round(idle) }))
    return {
      nodes: await listNodes(db),
      outages: await listOutages(db),
      jobs,
      bus: { nats: flag(system.config['nats-url'] !== ''), up: flag(await up) },
      database: { version, ms },
    }
  },

  async forget(ctx, { id }) {
    const node = await findNode(ctx.db, id)
    if (!node) throw refuse(commonErrors.notFound)
    if (!node.away) throw refuse(errors.stillRuns)
    await purgeNode(ctx.db, id)
    ctx.audit({ object: `node:${id}`, name: node.name, before: { name: node.name } })
    ctx.emit(outageChanged, {})
    return {}
  },
})

export const undo = defineUndo(nodeCalls, {
  forget: { zh: '节点恢复运行后会自动重新出现', en: 'A node that runs again announces itself' },
})
