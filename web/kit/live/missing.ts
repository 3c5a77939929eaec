import { say, type Words } from '../words/words.ts'

const parts: Readonly<Record<string, Words>> = {
  database: { zh: '数据库中断', en: 'Database lost' },
  bus: { zh: '消息总线中断', en: 'Message bus lost' },
  gateway: { zh: '无可用网关', en: 'No gateway' },
  worker: { zh: '后台任务停止', en: 'No worker' },
  node: { zh: '节点失联', en: 'Node lost' },
}

/** Names of the parts of the installation that are down, the most severe first. */
export const missingNames = (missing: readonly string[]): string[] =>
  missing.map((part) => say(parts[part] ?? { zh: '系统异常', en: 'System fault' }))

/** All of them in one line. */
export const missingText = (missing: readonly string[]): string =>
  missingNames(missing).join(say({ zh: '、', en: ', ' }))
