import { shareStatus } from '@belvedere/contract/rooms/scene/enums.ts'
import type { System } from '../../../kernel/implement.ts'
import { defineJob } from '../../../base/jobs/job.ts'
import { invalidateSessions } from '../../account/api.ts'
import { shareChanged } from '../api.ts'
import { endShare } from './end-share.ts'
import { purgeEnded, listOver } from './store.ts'

/**
 * Rights expire by themselves (`sceneModesOf` compares the time); this marks the shares, ends live streams and notifies
 * both sides.
 */
export const expireShares = defineJob({
  name: 'scene.expire-shares',
  every: '* * * * *',
  async run(_payload: unknown, system: System) {
    const now = system.now()
    const over = await system.database.transaction(async (db) => {
      const at = { db, access: system.access }
      const shares = await listOver(at, now)
      for (const share of shares) await endShare(at, share, shareStatus.id.expired, now)
      return shares
    })
    for (const { scene_id, uid } of over) {
      const uids = uid === null ? [] : [uid]
      invalidateSessions(system, uids)
      system.emit(shareChanged, { scene_id, uids })
    }
  },
})

/** Days for which an ended share stays in the lists. */
const KEPT = 365

export const purgeShares = defineJob({
  name: 'scene.forget-shares',
  every: '17 3 * * *',
  run: async (_payload: unknown, system: System) => void (await purgeEnded(system, system.now() - KEPT * 86_400)),
})
