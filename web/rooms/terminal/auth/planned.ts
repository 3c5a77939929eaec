import { definePlan } from '../../../kit/routing/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '管理终端认证方式、账号与上网凭证。',
    en: 'Manages how terminals authenticate, their accounts and vouchers.',
  },
})
