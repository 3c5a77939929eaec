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

/** What people are told of an incident; each state at most once. */
export const incidentState = defineEnum({
  opened: { id: 1, zh: '发生', en: 'Opened', tone: 'danger' },
  worsened: { id: 2, zh: '加重', en: 'Worsened', tone: 'danger' },
  recovered: { id: 3, zh: '恢复', en: 'Recovered', tone: 'success' },
})

/** Why nobody hears of something. */
export const silenceKind = defineEnum({
  silence: { id: 0, zh: '静默', en: 'Silence', tone: 'disabled' },
  maintenance: { id: 1, zh: '维护窗口', en: 'Maintenance', tone: 'primary' },
})

/** All settings at once, on the set-up page. */
export const alarmPreset = defineEnum({
  quiet: { id: 'quiet', zh: '安静', en: 'Quiet' },
  normal: { id: 'normal', zh: '标准', en: 'Normal' },
  strict: { id: 'strict', zh: '严格', en: 'Strict' },
})
