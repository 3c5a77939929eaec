import { defineErrors } from '../../kit/define-errors.ts'

export const patrolErrors = defineErrors('patrol', {
  notFixable: {
    code: 12050,
    zh: '该问题不能自动修复，请按建议处理',
    en: 'This cannot be fixed by a change of configuration; see the advice',
  },
  noFinding: { code: 12051, zh: '最近一次巡检中没有该问题', en: 'The last patrol has no such finding' },
})
