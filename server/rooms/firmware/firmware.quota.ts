import { defineQuota } from '../../engines/quota/define-quota.ts'
import { countBytes } from './store.ts'

export const firmwareBytes = defineQuota({
  key: 'firmware',
  order: 7,
  words: { zh: '固件库容量', en: 'firmware library' },
  unit: 'bytes',
  usual: 4 * 2 ** 30,
  count: countBytes,
})
