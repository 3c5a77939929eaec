import { defineErrors } from '../../kit/define-errors.ts'

export const actErrors = defineErrors('alarm-act', {
  linkOver: { code: 11380, zh: '链接无效或已过期', en: 'This link is not valid or has expired' },
  linkUsed: { code: 11381, zh: '该操作已由 {by} 执行', en: 'Already done by {by}' },
  nothingOpen: { code: 11382, zh: '没有需要处理的告警', en: 'There is no open alarm to handle' },
})
