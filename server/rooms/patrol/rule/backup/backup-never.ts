import { defineRule, each } from '../../rule-kit/define-rule.ts'

export const backupNever = defineRule({
  code: 'backup_never',
  group: 'backup',
  level: 2,
  title: { zh: '从未备份', en: 'Never backed up' },
  advice: { zh: '在备份页立即备份，并设置定时备份。', en: 'Back it up now, and set a schedule.' },
  evidence: { zh: '没有完整备份', en: 'No complete backup' },
  place: '/global/backup',
  evaluate({ devices }) {
    const able = devices.filter(
      ({ verbs, since }) => (verbs.includes('backup') || verbs.includes('running')) && since > 0,
    )
    return each(able, ({ backup_at }) => (backup_at === null ? {} : undefined))
  },
})
