import { defineEnum } from '../../kit/define-enum.ts'

/** Parts of a report, in the order they are printed. */
export const reportSection = defineEnum({
  summary: { id: 'summary', zh: '概要', en: 'Summary' },
  availability: { id: 'availability', zh: '可用性', en: 'Availability' },
  wan: { id: 'wan', zh: '外网线路', en: 'Lines to the internet' },
  traffic: { id: 'traffic', zh: '流量', en: 'Traffic' },
  terminals: { id: 'terminals', zh: '终端', en: 'Terminals' },
  alarms: { id: 'alarms', zh: '告警', en: 'Alarms' },
  inventory: { id: 'inventory', zh: '设备清单', en: 'Inventory' },
  links: { id: 'links', zh: '链路', en: 'Links' },
  radios: { id: 'radios', zh: '无线射频', en: 'Radios' },
  risks: { id: 'risks', zh: '风险', en: 'Risks' },
  changes: { id: 'changes', zh: '变更记录', en: 'Changes' },
})

/** Whole days by the clocks of the scene, up to the last midnight. */
export const reportPeriod = defineEnum({
  day: { id: 'day', zh: '昨天', en: 'Yesterday' },
  week: { id: 'week', zh: '最近 7 天', en: 'The last 7 days' },
  month: { id: 'month', zh: '最近 30 天', en: 'The last 30 days' },
  lastMonth: { id: 'last_month', zh: '上个月', en: 'Last month' },
})

export const reportState = defineEnum({
  waiting: { id: 'waiting', zh: '排队中', en: 'Waiting', tone: 'neutral' },
  running: { id: 'running', zh: '生成中', en: 'Being made', tone: 'primary' },
  done: { id: 'done', zh: '已生成', en: 'Ready', tone: 'success' },
  failed: { id: 'failed', zh: '失败', en: 'Failed', tone: 'danger' },
})

/** How often a report goes out by itself. */
export const reportRhythm = defineEnum({
  daily: { id: 'day', zh: '每天', en: 'Every day' },
  weekly: { id: 'week', zh: '每周', en: 'Every week' },
  monthly: { id: 'month', zh: '每月', en: 'Every month' },
})

export const reportLang = defineEnum({
  zh: { id: 'zh', zh: '中文', en: 'Chinese' },
  en: { id: 'en', zh: '英文', en: 'English' },
})
