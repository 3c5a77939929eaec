import { definePlan } from '../../../kit/routing/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '列出场景内的在线终端，支持改名、限速与拉黑。',
    en: 'Lists the terminals online in a scene, to rename, limit or block.',
  },
  meanwhile: {
    label: { zh: '在设备详情的“终端”中查看', en: "See Terminals in a device's details" },
    to: '/config/device/router',
  },
})
