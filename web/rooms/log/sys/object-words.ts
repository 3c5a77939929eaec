import { lang } from '../../../kit/words/words.ts'
import type { ListedAuditEntry } from './listed-audit-entry.ts'

/** Kinds of objects in the filter. */
export const kinds = [
  { id: 'device', zh: '设备', en: 'Devices' },
  { id: 'device-group', zh: '设备分组', en: 'Device groups' },
  { id: 'scene', zh: '场景', en: 'Scenes' },
  { id: 'scene-group', zh: '场景分组', en: 'Scene groups' },
  { id: 'share', zh: '分享', en: 'Shares' },
  { id: 'account', zh: '账户', en: 'Accounts' },
  { id: 'token', zh: 'API 令牌', en: 'API tokens' },
  { id: 'view', zh: '列表视图', en: 'Saved views' },
  { id: 'task', zh: '任务', en: 'Tasks' },
  { id: 'device-timer', zh: '定时任务', en: 'Schedules' },
  { id: 'backup', zh: '备份', en: 'Backups' },
  { id: 'firmware', zh: '固件', en: 'Firmware' },
  { id: 'change', zh: '变更单', en: 'Change sets' },
  { id: 'intent', zh: '配置', en: 'Configurations' },
  { id: 'campaign', zh: '升级计划', en: 'Campaigns' },
  { id: 'alarm', zh: '告警', en: 'Alarms' },
  { id: 'feedback', zh: '反馈', en: 'Feedback' },
  { id: 'channel', zh: '消息渠道', en: 'Message channels' },
]

/** Kinds that are rarely searched. */
const others = [
  { id: 'team', zh: '团队', en: 'Team' },
  { id: 'drift', zh: '配置偏差', en: 'Drift' },
  { id: 'config-policy', zh: '配置丢失处理方式', en: 'Lost configuration policy' },
  { id: 'topology', zh: '拓扑图', en: 'Topology' },
  { id: 'logo', zh: '设备图标', en: 'Device picture' },
  { id: 'demo', zh: '演示网络', en: 'Demo network' },
  { id: 'device-import', zh: '设备导入', en: 'Device import' },
  { id: 'device-claim', zh: '设备申请', en: 'Request for a device' },
  { id: 'enrol-token', zh: '主机接入命令', en: 'Enrolment command' },
  { id: 'capture', zh: '抓包文件', en: 'Packet captures' },
  { id: 'backup-policy', zh: '备份保留规则', en: 'Backup retention' },
  { id: 'firmware_key', zh: '固件公钥', en: 'Firmware key' },
  { id: 'alarm-config', zh: '告警设置', en: 'Alarm settings' },
  { id: 'alarm-config-scene', zh: '告警设置（场景）', en: 'Alarm settings of a scene' },
  { id: 'alarm-config-group', zh: '告警设置（场景分组）', en: 'Alarm settings of a scene group' },
  { id: 'alarm-user', zh: '告警通知对象', en: 'Alarm recipient' },
  { id: 'alarm-silence', zh: '告警静默', en: 'Silence' },
  { id: 'alarm-message', zh: '告警消息', en: 'Alarm message' },
  { id: 'report', zh: '网络报告', en: 'Report' },
  { id: 'report-profile', zh: '报告设置', en: 'Report settings' },
  { id: 'report-logo', zh: '报告标志', en: 'Report logo' },
  { id: 'patrol-ignore', zh: '巡检忽略项', en: 'Ignored finding' },
  { id: 'patrol-timer', zh: '定时巡检', en: 'Patrol schedule' },
  { id: 'radio-timer', zh: '定时无线优化', en: 'Radio plan schedule' },
]

export const kindOf = (object: string): string => object.split(':')[0] ?? ''

export function kindWords(object: string): string {
  const id = kindOf(object)
  // the filter uses the plural, a row the singular
  const found = kinds.find((kind) => kind.id === id)
  if (found) return found[lang].replace(/s$/, '')
  return others.find((kind) => kind.id === id)?.[lang] ?? id
}

interface ObjectLink {
  to: string
  search: Record<string, string | number>
}

/** The page of the object; undefined if it has none. */
export function placeOf({ object, name, after }: ListedAuditEntry): ObjectLink | undefined {
  const id = Number(object.slice(object.indexOf(':') + 1))
  const places: Readonly<Record<string, ObjectLink>> = {
    scene: { to: '/scene/manage/list', search: { search: name } },
    'scene-group': { to: '/scene/group', search: { search: name } },
    'device-group': { to: '/config/group', search: { search: name } },
    device: { to: '/global/device', search: { search: name } },
    share: { to: '/scene/share/my-share', search: { search: name } },
    task: { to: '/maintenance/log/task', search: { task_id: id } },
    change: { to: '/config/change', search: { id } },
    campaign: { to: '/maintenance/firmware', search: { tab: 'campaigns', campaign: id } },
    backup: { to: '/global/backup', search: { search: name } },
    firmware: { to: '/maintenance/firmware', search: { search: name } },
    feedback: { to: '/support/mySuggest', search: { search: name } },
  }
  // a removed object has no page
  return after === null && kindOf(object) !== 'task' ? undefined : places[kindOf(object)]
}
