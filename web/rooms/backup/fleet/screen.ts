import { DatabaseBackup } from 'lucide-react'
import { defineScreen } from '../../../kit/routing/define-screen.ts'

export const screen = defineScreen({
  path: '/global/backup',
  title: { zh: '配置备份', en: 'Backups' },
  permission: ['config.read'],
  order: 2,
  icon: DatabaseBackup,
})
