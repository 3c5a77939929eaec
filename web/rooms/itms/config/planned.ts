import { definePlan } from '../../../kit/routing/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '维护光猫的局域网、上网、语音与无线配置模板。',
    en: 'Keeps templates of LAN, WAN, voice and Wi-Fi settings of modems.',
  },
})
