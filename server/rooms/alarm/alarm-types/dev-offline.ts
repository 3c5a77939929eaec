import type { Words } from '@belvedere/contract/kit/text.ts'
import type { WorkKind } from '../../device/api.ts'
import { defineAlarmType, type Params } from '../define-alarm-type.ts'

export const devOffline = defineAlarmType({
  id: 'dev_offline',
  words: { zh: '设备离线', en: 'Device offline' },
  level: 1,
  duration: { usual: 60, strict: 15, most: 86_400 },
  when: {
    zh: '设备失去连接达到设定时长时触发；下级设备同时失联则 10 秒即触发，并只通知最上级的那一台。由平台下达的重启、升级、配置变更、恢复和端口断电，在预计时限内不触发，超时后触发并注明该操作。重新连接后恢复。',
    en: 'Raised when a device is not connected for so long; after ten seconds when what hangs on it is gone too, and then told of the uppermost alone. Not raised for a reboot, upgrade, configuration, restore or power cycle ordered here while its time limit lasts; after that it is raised and names the work. Ends when it is connected.',
  },
  text: (params) => overdue(params) ?? { zh: '设备与平台失去连接', en: 'The device is not connected' },
})

const works: Readonly<Record<WorkKind, Words>> = {
  reboot: { zh: '重启', en: 'reboot' },
  upgrade: { zh: '固件升级', en: 'firmware upgrade' },
  factory: { zh: '恢复出厂设置', en: 'factory reset' },
  configure: { zh: '配置下发', en: 'configuration' },
  restore: { zh: '备份恢复', en: 'restore of a backup' },
  power: { zh: '端口断电重启', en: 'port power cycle' },
}

const refs: Readonly<Record<string, Words>> = {
  task: { zh: '任务', en: 'task' },
  change: { zh: '变更单', en: 'change set' },
  campaign: { zh: '升级计划', en: 'campaign' },
}

/** It went for work that was ordered, and is not back in time; undefined: it went without. */
function overdue({ work, by, ref, cause, bound }: Params): Words | undefined {
  const name = works[work as WorkKind]
  if (!name) return undefined
  const minutes = Math.round(Number(bound ?? 0) / 60)
  const [kind = '', id = ''] = String(ref ?? '').split(':')
  const found = refs[kind] && { zh: `${refs[kind].zh} ${id}`, en: `${refs[kind].en} ${id}` }
  const who = [by ? String(by) : '', found?.zh ?? ''].filter(Boolean).join('，')
  const whose = [by ? `ordered by ${String(by)}` : '', found?.en ?? ''].filter(Boolean).join(', ')
  const at = cause ? { zh: `上级设备 ${String(cause)} `, en: ` of ${String(cause)}` } : { zh: '', en: '' }
  return {
    zh: `${at.zh}${name.zh}后 ${minutes} 分钟内未恢复连接${who && `（${who}）`}`,
    en: `Not connected again within ${minutes} minutes after the ${name.en}${at.en}${whose && ` (${whose})`}`,
  }
}
