import { defineQuota } from '../../../engines/quota/define-quota.ts'
import { countRemote } from './store.ts'

/** Counted by the tunnel gateway that holds them: each has a separate port. */
export const tunnels = defineQuota({
  key: 'tunnels',
  order: 3,
  words: { zh: '同时打开的设备网页', en: 'open pages of devices' },
  unit: 'count',
  usual: 6,
  count: (at, team_ids, now) => countRemote(at, team_ids, ['web', 'tcp'], now),
})

export const shells = defineQuota({
  key: 'shells',
  order: 4,
  words: { zh: '同时打开的远程终端', en: 'open remote shells' },
  unit: 'count',
  usual: 30,
  count: (at, team_ids, now) => countRemote(at, team_ids, ['shell'], now),
})
