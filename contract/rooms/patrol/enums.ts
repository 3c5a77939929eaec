import { defineEnum } from '../../kit/define-enum.ts'

/** Severity of a finding; the ids are those of alarms. */
export const findingLevel = defineEnum({
  critical: { id: 1, zh: '严重', en: 'Critical', tone: 'danger' },
  warning: { id: 2, zh: '警告', en: 'Warning', tone: 'warning' },
  notice: { id: 3, zh: '提示', en: 'Notice', tone: 'primary' },
})

/** Subject of a rule of the patrol. */
export const findingGroup = defineEnum({
  link: { id: 'link', zh: '链路', en: 'Links' },
  wan: { id: 'wan', zh: '外网', en: 'WAN' },
  wifi: { id: 'wifi', zh: '无线', en: 'Wi-Fi' },
  security: { id: 'security', zh: '安全', en: 'Security' },
  firmware: { id: 'firmware', zh: '固件', en: 'Firmware' },
  backup: { id: 'backup', zh: '备份与配置', en: 'Backup and configuration' },
  time: { id: 'time', zh: '时间', en: 'Time' },
  capacity: { id: 'capacity', zh: '容量', en: 'Capacity' },
})

/** How a patrol, a plan or a report was started. */
export const runSource = defineEnum({
  manual: { id: 'manual', zh: '手动', en: 'By hand' },
  timer: { id: 'timer', zh: '定时', en: 'By schedule' },
})

/** A finding against the patrol before. */
export const findingChange = defineEnum({
  fresh: { id: 'new', zh: '新增', en: 'New', tone: 'danger' },
  same: { id: 'same', zh: '仍在', en: 'Still there', tone: 'neutral' },
})
