import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/itms/cpe',
  title: { zh: '光猫列表', en: 'Modems' },
  permission: ['itms.read'],
  sceneBound: true,
  allScenes: true,
  order: 1,
  planned: true,
})
