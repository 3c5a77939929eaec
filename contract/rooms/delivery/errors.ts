import { defineErrors } from '../../kit/define-errors.ts'

export const deliveryErrors = defineErrors('delivery', {
  badPhone: { code: 10117, zh: '手机号格式不正确', en: 'This is not a mobile phone number' },
  badEmail: { code: 10118, zh: '邮箱格式不正确', en: 'This is not an e-mail address' },
  badChannelSettings: { code: 10120, zh: '通道设置不正确', en: 'The settings of the channel are not right' },
})
