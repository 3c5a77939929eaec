import { policyCalls } from '@belvedere/contract/rooms/intent/policy.ts'
import { implement } from '../../kernel/implement.ts'
import { defineUndo, type Reversal } from '../../engines/undo/define-undo.ts'
import { intentChanged } from './changed.events.ts'
import { findPolicy, type ReturnPolicy, setPolicy } from './policy-store.ts'

export const calls = implement(policyCalls, {
  async get(ctx, { scene_id }) {
    const { scene, team } = await findPolicy(ctx, scene_id)
    return { scene, team: team ?? 'ask' }
  },
  async set(ctx, { scene_id, on_return = null }) {
    const before = await findPolicy(ctx, scene_id)
    await setPolicy(ctx, scene_id, on_return, ctx.uid)
    ctx.audit({
      ...(scene_id ? { object: `config-policy:${scene_id}`, scene_id } : { object: 'config-policy' }),
      before: { on_return: scene_id ? before.scene : before.team },
      after: { on_return },
    })
    ctx.emit(intentChanged, { scene_id })
    return {}
  },
})

const policy: Reversal = {
  kind: 'config-policy',
  async read(ctx, scene_id) {
    const { scene, team } = await findPolicy(ctx, scene_id)
    return { on_return: scene_id ? scene : team }
  },
  async change(ctx, scene_id, to) {
    const on_return = to['on_return'] as ReturnPolicy | null
    await calls.handlers.set(ctx, { scene_id, ...(on_return ? { on_return } : {}) })
  },
}

export const undo = defineUndo(policyCalls, { set: policy })
