import { defineEnum } from '../../kit/define-enum.ts'

/** What a process of the installation does. */
export const nodeRole = defineEnum({
  api: { id: 'api', zh: '控制台', en: 'API' },
  gateway: { id: 'gateway', zh: '网关', en: 'Gateway' },
  worker: { id: 'worker', zh: '后台任务', en: 'Worker' },
})

export const nodeState = defineEnum({
  running: { id: 'running', zh: '运行中', en: 'Running', tone: 'success' },
  lost: { id: 'lost', zh: '失联', en: 'Lost', tone: 'danger' },
  /** The process lives, its gateway thread does not answer. */
  hung: { id: 'hung', zh: '网关无响应', en: 'Gateway hangs', tone: 'danger' },
  stopped: { id: 'stopped', zh: '已停止', en: 'Stopped', tone: 'neutral' },
})

export const outageKind = defineEnum({
  node: { id: 'node', zh: '节点', en: 'Node' },
  bus: { id: 'bus', zh: '消息总线', en: 'Message bus' },
  database: { id: 'database', zh: '数据库', en: 'Database' },
})
