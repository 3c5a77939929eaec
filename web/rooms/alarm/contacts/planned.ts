import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '维护接收告警的人员及其短信、邮箱与微信。',
    en: 'Keeps the people who get alarms by SMS, e-mail or WeChat.',
  },
})
