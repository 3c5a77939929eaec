import { Radar } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

/** Listed in the avatar menu of administrators of the installation. */
export const screen = defineScreen({
  path: '/account/monitor-networks',
  title: { zh: '监测网段', en: 'Monitor networks' },
  permission: ['device.networks'],
  order: 11,
  icon: Radar,
})
