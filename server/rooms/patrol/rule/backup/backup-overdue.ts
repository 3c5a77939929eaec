import { defineRule, each } from '../../rule-kit/define-rule.ts'

export const backupOverdue = defineRule({
  code: 'backup_overdue',
  group: 'backup',
  level: 3,
  title: { zh: '备份过期', en: 'Backup overdue' },
  advice: {
    zh: '检查定时备份是否运行，离线设备恢复后补一次备份。',
    en: 'See whether its schedule runs; back it up once it is back.',
  },
  evidence: { zh: '上次备份在 {days} 天前', en: 'Last backup {days} {days:day|days} ago' },
  place: '/global/backup',
  evaluate({ devices, now, overdue_days }) {
    const backed = devices.filter(({ backup_at }) => backup_at !== null)
    return each(backed, ({ backup_at }) => {
      const days = Math.floor((now - (backup_at ?? now)) / 86_400)
      return days >= overdue_days ? { days } : undefined
    })
  },
})
