import { Access } from '@belvedere/server/kernel/access.ts'
import { openDatabase } from '@belvedere/server/kernel/db.ts'
import { claimAll } from '@belvedere/server/rooms/device/registry/claim-store.ts'

/**
 * Claims devices into a scene ahead, as an import would; calls take no more than a couple a second from one address.
 * Returns their ids in the same order.
 */
export async function register(url: string, scene_id: number, serials: readonly string[]): Promise<number[]> {
  const database = openDatabase(url, 1)
  try {
    const claimed = serials.map((serial) => ({ serial, scene_id, group_id: null, name: serial }))
    const by = { by: 'admin', at: Math.floor(Date.now() / 1000) }
    const rows = await database.transaction((db) => claimAll({ db, access: Access.system }, claimed, by))
    // rows come in the order of their ids, which are given out in the order of the serials
    const ids = new Map(serials.toSorted().map((serial, index) => [serial, rows[index]?.id ?? 0]))
    return serials.map((serial) => ids.get(serial) ?? 0)
  } finally {
    await database.close()
  }
}
