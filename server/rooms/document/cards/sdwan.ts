import { defineCards } from '../define-cards.ts'

export const sdwan = defineCards([
  {
    title: { zh: '异地组网尚未开放', en: 'SD-WAN is not built yet' },
    text: {
      zh: '当前版本还不能建立组网，也不销售套餐；此处的页面会逐步开放。请不要据此规划网络割接。',
      en: 'This release makes no network groups and sells no packages; the pages here will open one by one. Do not plan a migration on it.',
    },
  },
  {
    title: { zh: '现在可以先做什么', en: 'What to prepare' },
    text: {
      zh: '各场景的内网网段不能重叠，否则以后无法互通。',
      en: 'The networks of the scenes must not overlap, or they can never reach each other.',
    },
    steps: [
      { zh: '在设备页面核对各路由器的内网 IP。', en: 'Look at the LAN IP of each router on the device pages.' },
      {
        zh: '用右上角工具中的“子网划分”为各场景规划不重叠的网段。',
        en: 'Plan blocks that do not overlap with Subnet division among the tools in the header.',
      },
    ],
    path: '/config/device/router',
  },
])
