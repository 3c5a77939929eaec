import type { IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { type IntentCtx, compileDevices, type CompiledDevice } from './compile-devices.ts'
import { contentsFor, groupsStating } from './store.ts'

export interface UnderGroup {
  /** Devices that would be wanted to run another configuration. */
  changed: number[]
  /** What the group states, by kind. */
  kinds: { kind: IntentKind; cnt: number }[]
}

/** What another group, or none, would make of devices the caller sees. */
export async function underGroup(at: IntentCtx, ids: readonly number[], group_id: number | null): Promise<UnderGroup> {
  const rows = group_id === null ? [] : await contentsFor(at, { scenes: [], groups: [group_id], devices: [] })
  const kinds = [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, { length: cnt }]) => ({ kind, cnt }))
  // where neither the new group nor the present ones state anything, nothing is compiled
  if (rows.length === 0 && !(await groupsStating(at, ids))) return { changed: [], kinds }
  const [now, then] = [await compileDevices(at, ids), await compileDevices(at, ids, [], { group_id })]
  return { changed: ids.filter((id) => differs(now.get(id), then.get(id))), kinds }
}

function differs(now: CompiledDevice | undefined, then: CompiledDevice | undefined): boolean {
  if (!now?.document || !then?.document) return false
  return now.digest !== then.digest
}
