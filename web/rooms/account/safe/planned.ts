import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '修改密码、绑定动态口令并管理登录会话。',
    en: 'Lets you change the password, bind an authenticator and manage sessions.',
  },
})
