import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '通过账号、二维码或链接把场景分享给他人，并管理权限与有效期。',
    en: 'Lets you share scenes by account, QR code or link, and manage rights and expiry.',
  },
})
