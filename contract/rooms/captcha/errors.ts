import { defineErrors } from '../../kit/define-errors.ts'

export const captchaErrors = defineErrors('captcha', {
  captchaNeeded: { code: 10102, zh: '请先完成安全验证', en: 'Please complete the verification' },
  captchaFailed: { code: 10103, zh: '安全验证未通过，请重试', en: 'The verification failed; please try again' },
  captchaTooRegular: {
    code: 10104,
    zh: '拖动轨迹过于规则，请再试一次',
    en: 'The drag was too regular for a hand; please try again',
  },
})
