import { defineQuota } from '../../../engines/quota/define-quota.ts'
import { countRemote } from './store.ts'

/** Held by the tunnel gateway, which counts them where they are: each has a port of its own. */
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
