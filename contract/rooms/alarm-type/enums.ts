import { defineEnum } from '../../kit/define-enum.ts'

/** Alert level; a type with the default level 0 is off by default. */
export const alarmLevel = defineEnum({
  critical: { id: 1, zh: '严重', en: 'Critical', tone: 'danger' },
  warning: { id: 2, zh: '警告', en: 'Warning', tone: 'warning' },
  notice: { id: 3, zh: '提示', en: 'Notice', tone: 'primary' },
})

/** All settings of a place at once. */
export const alarmPreset = defineEnum({
  quiet: { id: 'quiet', zh: '安静', en: 'Quiet' },
  normal: { id: 'normal', zh: '标准', en: 'Normal' },
  strict: { id: 'strict', zh: '严格', en: 'Strict' },
})
