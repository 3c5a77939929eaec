import { HardDriveDownload } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/maintenance/firmware',
  title: { zh: '固件管理', en: 'Firmware' },
  permission: ['firmware.read'],
  order: 10,
  icon: HardDriveDownload,
})
