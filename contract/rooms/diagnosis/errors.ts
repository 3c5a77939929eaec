import { defineErrors } from '../../kit/define-errors.ts'

export const diagnosisErrors = defineErrors('diagnosis', {
  notFixable: {
    code: 12050,
    zh: '该问题不能自动修复，请按建议处理',
    en: 'This cannot be mended by a change of configuration; see what is advised',
  },
  noFinding: { code: 12051, zh: '最近一次巡检中没有该问题', en: 'The last patrol has no such finding' },
  badTime: {
    code: 12052,
    zh: '结束时间须晚于开始时间，且不超过 366 天',
    en: 'The end must be after the start, 366 days at most',
  },
  nothingToApply: { code: 12053, zh: '没有需要调整的射频', en: 'No radio needs to be changed' },
  planStale: {
    code: 12054,
    zh: '射频状态在预览之后发生了变化，请重新预览',
    en: 'The radios changed after the preview; look at it again',
  },
  badLogo: {
    code: 12055,
    zh: '不是可用的图片（PNG、JPEG、WebP，最大 1 MB）',
    en: 'Not a picture that can be used (PNG, JPEG or WebP, 1 MB at most)',
  },
  notReady: { code: 12056, zh: '报告尚未生成', en: 'The report is not made yet' },
  tooManyReports: {
    code: 12057,
    zh: '该场景已有报告正在生成，请稍候',
    en: 'Reports of this scene are being made; wait for them',
  },
  nobodyListens: { code: 12058, zh: '没有在线且支持扫描的 AP', en: 'No online access point can scan' },
})
