import { definePlan } from '../../../kit/routing/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '列出以 TR-069 接入的光猫，支持下发模板与远程操作。',
    en: 'Lists modems that speak TR-069, to send templates and act on them.',
  },
})
