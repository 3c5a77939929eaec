import { definePlan } from '../../../kit/routing/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '把多个场景的内网连成一张网，并检查网段冲突。',
    en: 'Joins the networks of several scenes into one, and checks for overlapping subnets.',
  },
})
