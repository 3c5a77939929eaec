import { accountRole } from '@belvedere/contract/rooms/account/enums.ts'
import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { taskType } from '@belvedere/contract/rooms/log/enums.ts'
import { groupColor, sharePermission, shareStatus, shareWay } from '@belvedere/contract/rooms/scene/enums.ts'
import { lang, say, type Words } from '../../../kit/words.ts'
import { absoluteTime } from '../../../ui/relative-time.tsx'

interface Field {
  label: Words
  /** The value as a person reads it. */
  text?: (value: unknown) => string
}

const yesNo = (value: unknown) => say(value ? { zh: '是', en: 'Yes' } : { zh: '否', en: 'No' })
const time = (value: unknown) => (typeof value === 'number' && value > 0 ? absoluteTime(value) : String(value))
const of = (names: { label(id: unknown, lang: 'zh' | 'en'): string }) => (value: unknown) => names.label(value, lang)

/** By the name of the field; `kind.field` where a kind of object has another meaning for it. */
const fields: Readonly<Record<string, Field>> = {
  name: { label: { zh: '名称', en: 'Name' } },
  nickName: { label: { zh: '昵称', en: 'Display name' } },
  account: { label: { zh: '账号', en: 'Account' } },
  note: { label: { zh: '备注', en: 'Note' } },
  remark: { label: { zh: '备注', en: 'Remark' } },
  title: { label: { zh: '标题', en: 'Title' } },
  province: { label: { zh: '省份', en: 'Province' } },
  city: { label: { zh: '城市', en: 'City' } },
  address: { label: { zh: '地址', en: 'Address' } },
  lat: { label: { zh: '纬度', en: 'Latitude' } },
  lng: { label: { zh: '经度', en: 'Longitude' } },
  industry: { label: { zh: '行业', en: 'Industry' } },
  time_zone: { label: { zh: '时区', en: 'Time zone' } },
  main_device_id: { label: { zh: '主设备', en: 'Main device' } },
  color: { label: { zh: '颜色', en: 'Colour' }, text: of(groupColor) },
  scene_id: { label: { zh: '场景', en: 'Scene' } },
  scene_ids: { label: { zh: '包含的场景', en: 'Scenes in it' } },
  group_of: { label: { zh: '设备 {id} 的分组', en: 'Group of device {id}' } },
  sn: { label: { zh: '序列号', en: 'Serial number' } },
  type_set: { label: { zh: '类型由人指定', en: 'Kind told by a person' }, text: yesNo },
  'device.type': { label: { zh: '类型', en: 'Kind' }, text: of(deviceType) },
  type: { label: { zh: '类型', en: 'Kind' } },
  blocked: { label: { zh: '拉黑', en: 'Blocked' }, text: yesNo },
  role: { label: { zh: '角色', en: 'Role' }, text: of(accountRole) },
  is_admin: { label: { zh: '系统管理员', en: 'Administrator of the installation' }, text: yesNo },
  password: { label: { zh: '密码', en: 'Password' } },
  usual: { label: { zh: '默认视图', en: 'List begins with it' }, text: yesNo },
  list: { label: { zh: '列表', en: 'List' } },
  permission: { label: { zh: '权限', en: 'May' }, text: of(sharePermission) },
  'share.status': { label: { zh: '状态', en: 'Status' }, text: of(shareStatus) },
  'share.way': { label: { zh: '分享方式', en: 'Shared by' }, text: of(shareWay) },
  status: { label: { zh: '状态', en: 'Status' } },
  hidden: { label: { zh: '已从列表移除', en: 'Out of the list' }, text: yesNo },
  expire_at: { label: { zh: '有效期至', en: 'Ends' }, text: time },
  expires_at: { label: { zh: '有效期至', en: 'Ends' }, text: time },
  created_at: { label: { zh: '创建时间', en: 'Made' }, text: time },
  cancel_at: { label: { zh: '注销时间', en: 'Removed at' }, text: time },
  max_uses: { label: { zh: '可用次数', en: 'Uses' } },
  paused: { label: { zh: '暂停', en: 'Paused' }, text: yesNo },
  keep: { label: { zh: '长期保留', en: 'Kept for good' }, text: yesNo },
  task: { label: { zh: '任务类型', en: 'Kind of task' }, text: of(taskType) },
  retry_of: { label: { zh: '重试的任务', en: 'Repeats task' } },
  cancelled: { label: { zh: '已取消的设备数', en: 'Devices cancelled' } },
  task_id: { label: { zh: '任务编号', en: 'Task' } },
  timers: { label: { zh: '定时任务数', en: 'Timers' } },
  devices: { label: { zh: '设备数', en: 'Devices' } },
  ids: { label: { zh: '设备', en: 'Devices' } },
  otp: { label: { zh: '身份验证器', en: 'Authenticator' }, text: yesNo },
  phone: { label: { zh: '手机', en: 'Telephone' } },
  email: { label: { zh: '邮箱', en: 'E-mail' } },
}

function fieldOf(kind: string, path: string): Field | undefined {
  return fields[`${kind}.${path}`] ?? fields[path] ?? fields[path.split('.')[0] ?? '']
}

/** What a field is called; its bare name where nobody has given it words. */
export function labelOf(kind: string, path: string): string {
  const [first, ...rest] = path.split('.')
  const field = fieldOf(kind, path)
  if (!field) return path
  const label = say(field.label, { id: rest.join('.') })
  return rest.length > 0 && first !== 'group_of' ? `${label} · ${rest.join('.')}` : label
}

/** A value as a person reads it. */
export function textOf(kind: string, path: string, value: unknown): string {
  if (value === null || value === '') return say({ zh: '（空）', en: '(none)' })
  const text = fieldOf(kind, path)?.text
  if (text && typeof value !== 'object') return text(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
