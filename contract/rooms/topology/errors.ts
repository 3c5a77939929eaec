import { defineErrors } from '../../kit/define-errors.ts'

export const topologyErrors = defineErrors('topology', {
  layoutLocked: { code: 12010, zh: '布局已锁定，请先解锁', en: 'The layout is locked; unlock it first' },
})
