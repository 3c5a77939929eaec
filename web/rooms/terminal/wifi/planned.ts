import { definePlan } from '../../../kit/routing/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '列出无线终端及其信号、频段与所连 AP。',
    en: 'Lists wireless terminals with signal, band and access point.',
  },
  meanwhile: {
    label: { zh: '在 AP 详情的“终端”中查看', en: "See Terminals in an access point's details" },
    to: '/config/device/ap',
  },
})
