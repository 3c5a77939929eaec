import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/global/device/installed',
  title: { zh: '已安装应用', en: 'Installed apps' },
  permission: ['device.read'],
  sceneBound: true,
  allScenes: true,
  hidden: true,
})
