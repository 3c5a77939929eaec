import { defineErrors } from '../../kit/define-errors.ts'

export const alarmErrors = defineErrors('alarm', {
  endsBefore: { code: 12034, zh: '结束时间须晚于开始时间', en: 'It must end after it begins' },
  halfHours: {
    code: 12035,
    zh: '每日的开始与结束时刻需同时填写',
    en: 'The hours of a day need a beginning and an end',
  },
})
