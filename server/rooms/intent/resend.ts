import type { Edit } from '@belvedere/contract/rooms/intent/shapes.ts'
import { type IntentCtx, compileDevices } from './compile-devices.ts'
import { hideEdits } from './edits.ts'
import { intentsFor } from './store.ts'

/**
 * Edits without effect on intents, for devices that run another configuration: a draft with them sends it. Each is the
 * device's own row of its system unchanged, or empty where there is none.
 */
export async function resendEdits(at: IntentCtx, ids: readonly number[]): Promise<Edit[]> {
  const compiled = await compileDevices(at, ids)
  const differ = ids.filter((id) => compiled.get(id)?.changed)
  const rows = await intentsFor(at, { scenes: [], groups: [], devices: differ })
  const own = new Map(rows.filter(({ kind }) => kind === 'system').map((row) => [row.target_id, row]))
  const edits = differ.map((target_id): Edit => {
    const row = own.get(target_id)
    return {
      level: 2,
      target_id,
      kind: 'system',
      key: '',
      set: row?.fields ?? null,
      // a concurrent change of the row is not overwritten
      rev: row?.rev ?? 0,
      ...(row?.removed ? { removed: 1 } : {}),
    }
  })
  return hideEdits(edits)
}
