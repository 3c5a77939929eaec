import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '检查场景的链路、无线、安全与备份并给出评分和处理建议。',
    en: 'Checks links, Wi-Fi, security and backups of a scene, with a score and what to do.',
  },
  meanwhile: { label: { zh: '查看路由器', en: 'See the routers' }, to: '/config/device/router' },
})
