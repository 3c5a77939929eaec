import type { Words } from '@belvedere/contract/kit/text.ts'
import type { WorkKind } from '../../../../devices/send-command.ts'
import { defineAlarmType, type AlarmParams } from '../../define-alarm-type.ts'

export const devOffline = defineAlarmType({
  id: 'dev_offline',
  level: 1,
  duration: { usual: 60, strict: 15, most: 86_400 },
  when: {
    zh: '设备离线达到设定时长时触发；下级设备同时离线时，10 秒后即触发，且只对最上级设备告警。由平台发起的重启、升级、配置变更、恢复和端口断电重启，在预计时限内不触发，超时后触发并注明该操作。设备重新连接后结束。',
    en: 'Raised when a device has been offline for the set duration. If its downstream devices are offline too, it is raised after 10 seconds and only for the topmost device. A reboot, upgrade, configuration change, restore or port power cycle started on this platform does not raise it within its time limit; after the limit it is raised and names the operation. Ends when the device connects again.',
  },
  text: (params) => overdue(params) ?? { zh: '设备与平台失去连接', en: 'The device is not connected' },
})

const works: Readonly<Record<WorkKind, Words>> = {
  reboot: { zh: '重启', en: 'reboot' },
  upgrade: { zh: '固件升级', en: 'firmware upgrade' },
  factory: { zh: '恢复出厂设置', en: 'factory reset' },
  configure: { zh: '配置下发', en: 'configuration change' },
  restore: { zh: '备份恢复', en: 'backup restore' },
  power: { zh: '端口断电重启', en: 'port power cycle' },
}

const refs: Readonly<Record<string, Words>> = {
  task: { zh: '任务', en: 'task' },
  change: { zh: '变更单', en: 'change set' },
  campaign: { zh: '升级计划', en: 'campaign' },
}

/** It is offline for ordered work, and late; undefined: offline without such work. */
function overdue({ work, by, ref, cause, bound }: AlarmParams): Words | undefined {
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
    en: `Not connected again within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} after the ${name.en}${at.en}${whose && ` (${whose})`}`,
  }
}
