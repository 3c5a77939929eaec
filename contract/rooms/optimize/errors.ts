import { defineErrors } from '../../kit/define-errors.ts'

export const optimizeErrors = defineErrors('optimize', {
  nothingToApply: { code: 12053, zh: '没有需要调整的射频', en: 'No radio needs to be changed' },
  planStale: {
    code: 12054,
    zh: '射频状态在预览之后发生了变化，请重新预览',
    en: 'The radios have changed since the preview; review it again',
  },
  noScanner: { code: 12058, zh: '没有在线且支持扫描的 AP', en: 'No online access point can scan' },
})
