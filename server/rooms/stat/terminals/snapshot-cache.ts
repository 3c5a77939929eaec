import type { QueryContext } from '../../../kernel/db.ts'
import type { StatScope } from '../scope/store.ts'
import type { SnapshotColumn } from './snapshot.ts'
import { type UsageColumn, listSnapshots, type SnapshotKey, readSnapshots } from './store.ts'

/**
 * Recently read snapshots: screens request the same ones repeatedly, and most are never written again. The snapshots
 * that a caller sees are queried every time; a snapshot that was written since is read again by its version.
 */

/** Maximum bytes of the cache: the columns of two snapshots of a million terminals, three times. */
const MOST = 64 << 20

const kept = new Map<string, SnapshotColumn>()
let bytes = 0

const sizeOf = ({ ids, kinds, values }: SnapshotColumn) => ids.byteLength + kinds.byteLength + values.byteLength
const keyOf = (column: UsageColumn, { scene_id, ts, version }: SnapshotKey) => `${column} ${scene_id} ${ts} ${version}`

/** The last snapshots of scenes before a given time, by scene. */
export async function snapshotsBy(
  ctx: QueryContext,
  scope: StatScope,
  column: UsageColumn,
  moment: number,
): Promise<Map<number, SnapshotColumn>> {
  const marks = await listSnapshots(ctx, scope, moment)
  const pages = new Map<number, SnapshotColumn>()
  const missing: SnapshotKey[] = []
  for (const mark of marks) {
    const page = kept.get(keyOf(column, mark))
    if (page) pages.set(mark.scene_id, page)
    else missing.push(mark)
  }
  if (missing.length)
    for (const page of await readSnapshots(ctx.db, column, missing)) {
      pages.set(page.scene_id, page)
      keep(keyOf(column, page), page)
    }
  return pages
}

function keep(key: string, page: SnapshotColumn): void {
  if (kept.has(key)) return
  kept.set(key, page)
  bytes += sizeOf(page)
  // the oldest are removed first
  for (const [old, one] of kept) {
    if (bytes <= MOST) return
    kept.delete(old)
    bytes -= sizeOf(one)
  }
}
