import { diagnosisErrors as errors } from '@belvedere/contract/rooms/diagnosis/errors.ts'
import { intentLevel } from '@belvedere/contract/rooms/intent/enums.ts'
import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import type { Ctx } from '../../../kernel/implement.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { hideEdits, holdIntents } from '../../intent/api.ts'
import type { PatrolFix } from './define-rule.ts'

export interface DeviceFix extends PatrolFix {
  device_id: number
}

const level = intentLevel.id.device
const placeOf = ({ target_id, kind, key }: Pick<Edit, 'target_id' | 'kind' | 'key'>) => `${target_id} ${kind} ${key}`

/** Edits of the devices' own intents: what is set there already stays, the mend is laid over it; secrets stay. */
export async function editsOf(ctx: Ctx, mends: readonly DeviceFix[]): Promise<Edit[]> {
  if (mends.length === 0) throw refuse(errors.notFixable)
  const places = mends.map(({ device_id, kind, key }) => ({ level, target_id: device_id, kind, key }))
  const rows = new Map((await holdIntents(ctx, places)).map((row) => [placeOf(row), row]))
  return mends.map(({ device_id, kind, key, set }) => {
    const place = { level, target_id: device_id, kind, key }
    const row = rows.get(placeOf(place))
    const [before] = row ? hideEdits([{ ...place, set: row.fields }]) : []
    return { ...place, rev: row?.rev ?? 0, set: { ...before?.set, ...set } }
  })
}
