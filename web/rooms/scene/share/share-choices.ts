import { sharePermission } from '@belvedere/contract/rooms/scene/enums.ts'
import { say } from '../../../kit/words/words.ts'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'

/** Duration of a share in seconds; 0: unlimited. */
export const lasting = [
  { id: 3_600, zh: '1 小时', en: '1 hour' },
  { id: 86_400, zh: '1 天', en: '1 day' },
  { id: 7 * 86_400, zh: '7 天', en: '7 days' },
  { id: 30 * 86_400, zh: '30 天', en: '30 days' },
  { id: 0, zh: '长期有效', en: 'No end' },
]

export const uses = [1, 5, 20, 100].map((id) => ({
  id,
  label:
    id === 1
      ? say({ zh: '仅 1 个账号', en: 'One account' })
      : say({ zh: '最多 {id} 个账号', en: 'Up to {id} {id:account|accounts}' }, { id }),
}))

export const permissions = [
  { id: sharePermission.id.view, zh: '仅查看', en: 'View only' },
  {
    id: sharePermission.id.operate,
    zh: '代运维（重启、升级、处理告警，不可改配置）',
    en: 'Operate: reboot, upgrade, handle alarms; no configuration',
  },
  { id: sharePermission.id.manage, zh: '可管理（配置、重启、升级）', en: 'Manage: configure, reboot, upgrade' },
]

export const endText = (expire_at: number | null) =>
  expire_at === null ? say({ zh: '长期有效', en: 'No end' }) : absoluteTime(expire_at)
