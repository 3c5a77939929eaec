import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/config/device/$activeName/installed',
  params: { activeName: ['router', 'firewall', 'ap', 'switch', 'soft', 'other'] },
  title: { zh: '已安装应用', en: 'Installed apps' },
  permission: ['device.read'],
  sceneBound: true,
  hidden: true,
})
