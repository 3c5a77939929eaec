import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/sdWan/package',
  title: { zh: '组网套餐', en: 'Packages' },
  permission: ['net-group.read'],
  order: 4,
  planned: true,
  help: 'sdwan',
})
