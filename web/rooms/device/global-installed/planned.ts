import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '跨场景查看和设置设备上安装的应用。',
    en: 'Lists the apps on the devices of all scenes and their settings.',
  },
})
