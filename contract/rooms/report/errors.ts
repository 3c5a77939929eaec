import { defineErrors } from '../../kit/define-errors.ts'

export const reportErrors = defineErrors('report', {
  badTime: {
    code: 12052,
    zh: '结束时间须晚于开始时间，且不超过 366 天',
    en: 'The end must be after the start, 366 days at most',
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
})
