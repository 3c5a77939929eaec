import { defineEnum } from '../../kit/define-enum.ts'

/** Alert state. */
export const alarmState = defineEnum({
  open: { id: 0, zh: '未处理', en: 'Open', tone: 'warning' },
  solved: { id: 1, zh: '已解决', en: 'Solved', tone: 'success' },
  ignored: { id: 2, zh: '已忽略', en: 'Ignored', tone: 'disabled' },
})
