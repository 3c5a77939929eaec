import { patrolErrors as errors } from '@belvedere/contract/rooms/patrol/errors.ts'
import { intentLevel } from '@belvedere/contract/rooms/intent/enums.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { hideEdits, holdIntents } from '../../intent/api.ts'
import type { PatrolFix } from '../rule-kit/define-rule.ts'

export interface DeviceFix extends PatrolFix {
  device_id: number
}

const level = intentLevel.id.device
const placeOf = ({ target_id, kind, key }: Pick<Edit, 'target_id' | 'kind' | 'key'>) => `${target_id} ${kind} ${key}`

/** Edits of the devices' own intents: existing fields stay, the fix is merged into them; secrets stay. */
export async function editsOf(ctx: Ctx, fixes: readonly DeviceFix[]): Promise<Edit[]> {
  if (fixes.length === 0) throw refuse(errors.notFixable)
  const places = fixes.map(({ device_id, kind, key }) => ({ level, target_id: device_id, kind, key }))
  const rows = new Map((await holdIntents(ctx, places)).map((row) => [placeOf(row), row]))
  return fixes.map(({ device_id, kind, key, set }) => {
    const place = { level, target_id: device_id, kind, key }
    const row = rows.get(placeOf(place))
    const [before] = row ? hideEdits([{ ...place, set: row.fields }]) : []
    return { ...place, rev: row?.rev ?? 0, set: { ...before?.set, ...set } }
  })
}
