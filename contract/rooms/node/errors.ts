import { defineErrors } from '../../kit/define-errors.ts'

export const nodeErrors = defineErrors('node', {
  stillRuns: { code: 11290, zh: '节点正在运行，不能移除', en: 'The node is running and cannot be removed' },
})
