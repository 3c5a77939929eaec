import { defineEnum } from '../../kit/define-enum.ts'

/** Days that operations and tasks are kept. */
export const RETENTION_DAYS = 400

/** How an operation came in. */
export const auditSource = defineEnum({
  console: { id: 'console', zh: '控制台', en: 'Console' },
  api: { id: 'api', zh: '接口', en: 'API' },
  timer: { id: 'timer', zh: '定时任务', en: 'Schedule' },
  robot: { id: 'robot', zh: '机器人', en: 'Robot' },
  link: { id: 'link', zh: '消息链接', en: 'Message link' },
  system: { id: 'system', zh: '系统', en: 'System' },
})

/**
 * Types of lines of device logs, which names nine and explains none: what goes where is data beside the store
 * (ADR 54).
 */
export const deviceLogType = defineEnum({
  sys: { id: 'sys', zh: '系统', en: 'System' },
  arp: { id: 'arp', zh: 'ARP', en: 'ARP' },
  wan: { id: 'wan', zh: '外网线路', en: 'WAN lines' },
  ddos: { id: 'ddos', zh: '攻击', en: 'Attacks' },
  pppoe: { id: 'pppoe', zh: 'PPPoE 拨号', en: 'PPPoE' },
  acc: { id: 'acc', zh: '登录', en: 'Logins' },
  tg: { id: 'tg', zh: '隧道与 VPN', en: 'Tunnels and VPN' },
  mrzc: { id: 'mrzc', zh: '终端接入', en: 'Terminals' },
  pg2: { id: 'pg2', zh: '防火墙', en: 'Firewall' },
})

/** Severity of syslog. */
export const logSeverity = defineEnum({
  emergency: { id: 0, zh: '紧急', en: 'Emergency', tone: 'danger' },
  alert: { id: 1, zh: '警报', en: 'Alert', tone: 'danger' },
  critical: { id: 2, zh: '严重', en: 'Critical', tone: 'danger' },
  error: { id: 3, zh: '错误', en: 'Error', tone: 'danger' },
  warning: { id: 4, zh: '警告', en: 'Warning', tone: 'warning' },
  notice: { id: 5, zh: '注意', en: 'Notice', tone: 'primary' },
  info: { id: 6, zh: '信息', en: 'Info', tone: 'neutral' },
  debug: { id: 7, zh: '调试', en: 'Debug', tone: 'disabled' },
})
