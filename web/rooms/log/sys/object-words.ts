import { lang } from '../../../kit/words.ts'
import type { Operation } from './operation-detail.tsx'

/** Kinds of objects, as the log names them. */
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
  { id: 'change', zh: '变更集', en: 'Change sets' },
  { id: 'alarm', zh: '告警', en: 'Alarms' },
  { id: 'feedback', zh: '反馈', en: 'Feedback' },
  { id: 'channel', zh: '消息渠道', en: 'Message channels' },
]

export const kindOf = (object: string): string => object.split(':')[0] ?? ''

export function kindWords(object: string): string {
  const id = kindOf(object)
  // the filter names many, a row is about one
  return kinds.find((kind) => kind.id === id)?.[lang].replace(/s$/, '') ?? id
}

interface Place {
  to: string
  search: Record<string, string | number>
}

/** The page on which the object is found; undefined when it has none. */
export function placeOf({ object, name, after }: Operation): Place | undefined {
  const id = Number(object.slice(object.indexOf(':') + 1))
  const places: Readonly<Record<string, Place>> = {
    scene: { to: '/scene/manage/list', search: { search: name } },
    'scene-group': { to: '/scene/group', search: { search: name } },
    'device-group': { to: '/config/group', search: { search: name } },
    device: { to: '/global/device', search: { search: name } },
    share: { to: '/scene/share/my-share', search: { search: name } },
    task: { to: '/maintenance/log/task', search: { task_id: id } },
    backup: { to: '/global/backup', search: { search: name } },
    firmware: { to: '/maintenance/firmware', search: { search: name } },
    feedback: { to: '/support/mySuggest', search: { search: name } },
  }
  // what was removed is on no page
  return after === null && kindOf(object) !== 'task' ? undefined : places[kindOf(object)]
}
