import { defineEnum } from '../../../kit/define-enum.ts'

/** What a device runs, against what it was sent last. */
export const syncState = defineEnum({
  none: { id: 0, zh: '未下发', en: 'Not configured', tone: 'neutral' },
  synced: { id: 1, zh: '已同步', en: 'In sync', tone: 'success' },
  pending: { id: 2, zh: '待下发', en: 'Pending', tone: 'primary' },
  drifted: { id: 3, zh: '有偏差', en: 'Drifted', tone: 'warning' },
  failed: { id: 4, zh: '下发失败', en: 'Failed', tone: 'danger' },
})
