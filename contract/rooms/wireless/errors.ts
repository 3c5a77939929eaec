import { defineErrors } from '../../kit/define-errors.ts'

export const wirelessErrors = defineErrors('wireless', {
  wifiNothing: { code: 10394, zh: '没有可以配置的内容', en: 'There is nothing to configure' },
  wifiWrong: { code: 10395, zh: '无线参数有误', en: 'The Wi-Fi settings are not valid' },
})
