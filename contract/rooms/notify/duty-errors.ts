import { defineErrors } from '../../kit/define-errors.ts'

export const dutyErrors = defineErrors('alarm-duty', {
  noSuchContact: { code: 11383, zh: '没有这个联系人或机器人', en: 'There is no such contact or robot' },
})
