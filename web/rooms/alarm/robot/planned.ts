import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '把告警推送到钉钉、企业微信、飞书等群机器人。',
    en: 'Sends alarms to group robots of DingTalk, WeCom, Feishu and others.',
  },
})
