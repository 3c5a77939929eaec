import { defineScreen } from '../../../kit/define-screen.ts'

export const screen = defineScreen({
  path: '/data/alarm',
  title: { zh: '告警数据', en: 'Alarms' },
  permission: ['stat.read'],
  sceneBound: true,
  order: 4,
})
