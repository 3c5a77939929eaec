import { definePlan } from '../../../kit/define-plan.ts'

export const plan = definePlan({
  will: {
    zh: '画出场景内设备与链路的拓扑，点击节点查看状态和操作。',
    en: 'Draws the devices and links of a scene; a click on a node shows its state and what can be done.',
  },
  meanwhile: {
    label: { zh: '在设备详情的“邻居”中查看链路', en: "See links under Neighbours in a device's details" },
    to: '/config/device/router',
  },
})
