import { definePlan } from '../../../kit/routing/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '把上网、语音等业务组合成模板并下发。',
    en: 'Combines Internet, voice and other services into templates to send.',
  },
})
