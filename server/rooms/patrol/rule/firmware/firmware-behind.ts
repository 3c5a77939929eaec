import { defineRule, each } from '../../rule-kit/define-rule.ts'

export const firmwareBehind = defineRule({
  code: 'firmware_behind',
  group: 'firmware',
  level: 2,
  title: { zh: '固件落后', en: 'Firmware behind' },
  advice: {
    zh: '在固件页建立升级计划，先试点再分批。',
    en: 'Start a campaign on the firmware page: a few devices first, then in waves.',
  },
  evidence: { zh: '{now} → {newer}', en: '{now} → {newer}' },
  place: '/maintenance/firmware?tab=behind',
  evaluate({ devices }) {
    const known = devices.filter(({ newer, since }) => newer !== undefined && since > 0)
    return each(known, ({ firmware, newer }) => (newer ? { now: firmware, newer } : undefined))
  },
})
