import { defineEnum } from '../../kit/define-enum.ts'

/** Alert state (SPEC section 3). */
export const alarmState = defineEnum({
  open: { id: 0, zh: '未处理', en: 'Open', tone: 'warning' },
  solved: { id: 1, zh: '已解决', en: 'Solved', tone: 'success' },
  ignored: { id: 2, zh: '已忽略', en: 'Ignored', tone: 'disabled' },
})

/** Alert level (SPEC section 3); a type with the default level 0 is not raised until somebody turns it on. */
export const alarmLevel = defineEnum({
  critical: { id: 1, zh: '严重', en: 'Critical', tone: 'danger' },
  warning: { id: 2, zh: '警告', en: 'Warning', tone: 'warning' },
  notice: { id: 3, zh: '提示', en: 'Notice', tone: 'primary' },
})
