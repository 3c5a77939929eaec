import { defineEvent } from '../../kernel/event.ts'

export { type DeviceFix, editsOf } from './run/fix-finding.ts'
export { logLostRights } from './run/log-lost-rights.ts'
export type { PatrolAnswer } from './run/describe-run.ts'
export { getPatrol } from './run/get-patrol.ts'
export { linesOf } from './rule-kit/wan-lines.ts'
export { type PatrolCtx, readScene } from './view/read-scene.ts'
export { isGateway, type PatrolSceneView } from './view/scene-view.ts'

/** A scene was patrolled, or its ignored findings changed. */
export const patrolUpdated = defineEvent<{ scene_id: number }>('patrol.updated', {
  live: ({ scene_id }) => ({ topic: 'patrol', scene_id }),
})
