import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: { zh: '管理固件库并分批升级设备。', en: 'Keeps firmware images and upgrades devices in waves.' },
  meanwhile: {
    label: { zh: '在设备列表中逐台或批量升级', en: 'Upgrade devices from the device list' },
    to: '/global/device',
  },
})
