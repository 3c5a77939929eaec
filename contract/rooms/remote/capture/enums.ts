import { defineEnum } from '../../../kit/define-enum.ts'

/** Where a packet capture is. */
export const captureState = defineEnum({
  running: { id: 0, zh: '抓包中', en: 'Running', tone: 'neutral' },
  kept: { id: 1, zh: '可下载', en: 'Ready', tone: 'success' },
  failed: { id: 2, zh: '失败', en: 'Failed', tone: 'danger' },
})

/** Days a capture is kept; captures of one team at a time. */
export const CAPTURE_DAYS = 7
export const CAPTURES_OF_TEAM = 50
