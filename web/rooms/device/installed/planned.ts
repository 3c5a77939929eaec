import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: { zh: '查看和设置单台设备上安装的应用。', en: 'Lists the apps on a device and their settings.' },
})
