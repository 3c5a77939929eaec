import type { QueryContext } from '../../kernel/db.ts'

/** The count of one kind in one scene. */
export interface SceneKindCount {
  scene_id: number
  /** The kind: a type, a link, a level. */
  kind: number
  total: number
  online?: number
  unknown?: number
  bps?: number
}

/** Counts of a room per scene, for lists and maps of scenes. */
export interface SceneCount {
  readonly of: 'device' | 'terminal' | 'alarm'
  /** In these scenes, or in all the caller sees. */
  count(ctx: QueryContext, scene_ids?: readonly number[]): Promise<readonly SceneKindCount[]>
}

const mark = Symbol.for('belvedere.scene-count')

/** Export the result from a file of the room. */
export function defineSceneCount(count: SceneCount): SceneCount {
  Object.defineProperty(count, mark, { value: true })
  return count
}

export function isSceneCount(value: unknown): value is SceneCount {
  return typeof value === 'object' && value !== null && mark in value
}
