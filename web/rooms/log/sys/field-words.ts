import { taskType } from '@belvedere/contract/rooms/task/enums.ts'
import { accountRole } from '@belvedere/contract/rooms/account/enums.ts'
import { loss } from '@belvedere/contract/rooms/account/loss/enums.ts'
import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { timerScope, weekday } from '@belvedere/contract/rooms/task/timer/enums.ts'
import { returnPolicy } from '@belvedere/contract/rooms/intent/enums.ts'
import { groupColor, sharePermission, shareStatus, shareMethod } from '@belvedere/contract/rooms/scene/enums.ts'
import { lang, say, type Words } from '../../../kit/words/words.ts'
import { absoluteTime } from '../../../ui/values/relative-time.tsx'

interface LogField {
  label: Words
  /** The value for display. */
  text?: (value: unknown) => string
  /** The value is the id of one of these objects, or a list of ids. */
  of?: 'device' | 'scene' | 'device-group'
}

/** Names by `device:12`. */
export type ObjectNames = Readonly<Record<string, string>>

const yesNo = (value: unknown) => say(value ? { zh: '是', en: 'Yes' } : { zh: '否', en: 'No' })
const time = (value: unknown) => (typeof value === 'number' && value > 0 ? absoluteTime(value) : String(value))
const list = (value: unknown) => (Array.isArray(value) ? value.map(String).join(', ') : String(value))
const clock = (value: unknown) =>
  typeof value === 'number'
    ? `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`
    : String(value)
const days = (value: unknown) =>
  Array.isArray(value) ? value.map((day) => weekday.label(String(day), lang)).join(lang === 'zh' ? '、' : ', ') : ''
const of = (names: { label(id: unknown, lang: 'zh' | 'en'): string }) => (value: unknown) => names.label(value, lang)

/** By the name of the field; `kind.field` if the field has another meaning in a kind of object. */
const fields: Readonly<Record<string, LogField>> = {
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
  main_device_id: { label: { zh: '主设备', en: 'Main device' }, of: 'device' },
  device_id: { label: { zh: '设备', en: 'Device' }, of: 'device' },
  group_id: { label: { zh: '分组', en: 'Group' } },
  'device-timer.group_id': { label: { zh: '设备分组', en: 'Device group' }, of: 'device-group' },
  color: { label: { zh: '颜色', en: 'Colour' }, text: of(groupColor) },
  scene_id: { label: { zh: '场景', en: 'Scene' }, of: 'scene' },
  scene_ids: { label: { zh: '包含的场景', en: 'Scenes in it' }, of: 'scene' },
  group_of: { label: { zh: '{device} 的分组', en: 'Group of {device}' }, of: 'device-group' },
  sn: { label: { zh: '序列号', en: 'Serial number' } },
  type_set: { label: { zh: '类型由人指定', en: 'Kind set manually' }, text: yesNo },
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
  'share.way': { label: { zh: '分享方式', en: 'Shared by' }, text: of(shareMethod) },
  status: { label: { zh: '状态', en: 'Status' } },
  hidden: { label: { zh: '已从列表移除', en: 'Out of the list' }, text: yesNo },
  expire_at: { label: { zh: '有效期至', en: 'Ends' }, text: time },
  expires_at: { label: { zh: '有效期至', en: 'Ends' }, text: time },
  created_at: { label: { zh: '创建时间', en: 'Made' }, text: time },
  cancel_at: { label: { zh: '注销时间', en: 'Removed at' }, text: time },
  max_uses: { label: { zh: '可用次数', en: 'Uses' } },
  paused: { label: { zh: '暂停', en: 'Paused' }, text: yesNo },
  keep: { label: { zh: '长期保留', en: 'Kept permanently' }, text: yesNo },
  task: { label: { zh: '任务类型', en: 'Kind of task' }, text: of(taskType) },
  retry_of: { label: { zh: '重试的任务', en: 'Repeats task' } },
  cancelled: { label: { zh: '已取消的设备数', en: 'Devices cancelled' } },
  task_id: { label: { zh: '任务编号', en: 'Task' } },
  timers: { label: { zh: '定时任务数', en: 'Timers' } },
  devices: { label: { zh: '设备数', en: 'Devices' } },
  ids: { label: { zh: '设备', en: 'Devices' }, of: 'device' },
  version: { label: { zh: '版本', en: 'Version' } },
  versions: { label: { zh: '目标版本', en: 'Versions' }, text: list },
  min_version: { label: { zh: '最低可升级版本', en: 'Installs over' } },
  vendor: { label: { zh: '厂商', en: 'Vendor' } },
  models: { label: { zh: '适用型号', en: 'Models' }, text: list },
  channel: { label: { zh: '通道', en: 'Channel' } },
  notes_zh: { label: { zh: '版本说明（中文）', en: 'Notes in Chinese' } },
  notes_en: { label: { zh: '版本说明（英文）', en: 'Notes in English' } },
  filename: { label: { zh: '文件', en: 'File' } },
  signed_by: { label: { zh: '签名', en: 'Signed by' } },
  waves: { label: { zh: '批次数', en: 'Waves' } },
  canary: { label: { zh: '每型号首批台数', en: 'First devices of a model' } },
  soak: { label: { zh: '首批观察（分钟）', en: 'Watched for (min)' } },
  most: { label: { zh: '每批最多', en: 'Devices of a wave' } },
  fail_percent: { label: { zh: '失败比例超过则暂停（%）', en: 'Pauses when more fail than (%)' } },
  halt_on_lost: { label: { zh: '有设备未恢复即暂停', en: 'Pauses when a device is lost' }, text: yesNo },
  'campaign.backup': { label: { zh: '升级前备份', en: 'Backs up first' }, text: yesNo },
  clean: { label: { zh: '清除设备配置', en: 'Erases the configuration' }, text: yesNo },
  keep_config: { label: { zh: '保留设备配置', en: 'Keeps the configuration' }, text: yesNo },
  on_return: { label: { zh: '设备丢失配置时', en: 'When a device lost its configuration' }, text: of(returnPolicy) },
  back: { label: { zh: '恢复在线时限（分钟）', en: 'Back online within (min)' } },
  start_at: { label: { zh: '开始时间', en: 'Starts' }, text: time },
  window_from: { label: { zh: '时段开始', en: 'From' } },
  window_to: { label: { zh: '时段结束', en: 'To' } },
  state: { label: { zh: '状态', en: 'State' } },
  reason: { label: { zh: '原因', en: 'Reason' }, text: of(loss) },
  edits: { label: { zh: '更改项', en: 'Edits' } },
  undo_of: { label: { zh: '撤销的变更单', en: 'Takes back change set' } },
  asked: { label: { zh: '要求', en: 'Requested' } },
  ports: { label: { zh: '端口', en: 'Ports' }, text: list },
  seconds: { label: { zh: '秒', en: 'Seconds' } },
  minutes: { label: { zh: '分钟', en: 'Minutes' } },
  target: { label: { zh: '目标', en: 'Target' } },
  action: { label: { zh: '操作', en: 'Action' } },
  app: { label: { zh: '应用', en: 'App' } },
  standalone: { label: { zh: '脱离集中配置', en: 'Excluded from central configuration' }, text: yesNo },
  scope: { label: { zh: '范围', en: 'Scope' }, text: of(timerScope) },
  'device-timer.kind': { label: { zh: '操作', en: 'Action' }, text: of(taskType) },
  kind: { label: { zh: '类型', en: 'Kind' } },
  args: { label: { zh: '参数', en: 'Details' } },
  weekdays: { label: { zh: '重复', en: 'Repeats on' }, text: days },
  day: { label: { zh: '日期', en: 'Day' } },
  minute: { label: { zh: '时间', en: 'Time' }, text: clock },
  minute_from: { label: { zh: '时段开始', en: 'From' }, text: clock },
  minute_to: { label: { zh: '时段结束', en: 'To' }, text: clock },
  from_at: { label: { zh: '开始', en: 'From' }, text: time },
  to_at: { label: { zh: '结束', en: 'To' }, text: time },
  until: { label: { zh: '截止', en: 'Until' }, text: time },
  ignored_until: { label: { zh: '忽略至', en: 'Ignored until' }, text: time },
  grace_minutes: { label: { zh: '错过后补执行（分钟）', en: 'Makes up for a missed run (min)' } },
  wait_hours: { label: { zh: '离线设备等待（小时）', en: 'Waits for offline devices (h)' } },
  newest: { label: { zh: '每台设备保留最近', en: 'Newest of each device' } },
  daily: { label: { zh: '另保留每天最后一份', en: 'And the last of each day' } },
  weekly: { label: { zh: '另保留每周最后一份', en: 'And the last of each week' } },
  overdue_days: { label: { zh: '超过此天数视为过期', en: 'Overdue after days' } },
  downloaded: { label: { zh: '已下载', en: 'Downloaded' }, text: yesNo },
  device_cnt: { label: { zh: '设备数', en: 'Devices' } },
  adopted: { label: { zh: '采纳的位置', en: 'Adopted places' }, text: list },
  ignored: { label: { zh: '忽略的位置', en: 'Places let be' }, text: list },
  read: { label: { zh: '与下发的配置不同', en: 'Places that differ' } },
  locked: { label: { zh: '锁定布局', en: 'Layout locked' }, text: yesNo },
  messages: { label: { zh: '消息数', en: 'Messages' } },
  alarms: { label: { zh: '告警数', en: 'Alarms' } },
  reports: { label: { zh: '报告数', en: 'Reports' } },
  active: { label: { zh: '启用', en: 'Active' }, text: yesNo },
  verified: { label: { zh: '已验证', en: 'Confirmed' }, text: yesNo },
  otp: { label: { zh: '身份验证器', en: 'Authenticator' }, text: yesNo },
  phone: { label: { zh: '手机', en: 'Telephone' } },
  email: { label: { zh: '邮箱', en: 'E-mail' } },
}

function fieldOf(kind: string, path: string): LogField | undefined {
  return fields[`${kind}.${path}`] ?? fields[path] ?? fields[path.split('.')[0] ?? '']
}

/** Label of a field; its plain name if there is none. */
export function labelOf(kind: string, path: string, names: ObjectNames): string {
  const [first, ...rest] = path.split('.')
  const field = fieldOf(kind, path)
  if (!field) return path
  const inner = rest.join('.')
  if (first === 'group_of') return say(field.label, { device: nameIn(names, 'device', inner) })
  const label = say(field.label)
  return rest.length > 0 ? `${label} · ${inner}` : label
}

/** A value for display. */
export function textOf(kind: string, path: string, value: unknown, names: ObjectNames): string {
  if (value === null || value === '') return say({ zh: '（空）', en: '(none)' })
  const { text, of } = fieldOf(kind, path) ?? {}
  if (of && (typeof value === 'number' || Array.isArray(value)))
    return (
      [value]
        .flat()
        .map((id) => nameIn(names, of, id))
        .join(lang === 'zh' ? '、' : ', ') || say({ zh: '（空）', en: '(none)' })
    )
  if (text && (typeof value !== 'object' || Array.isArray(value))) return text(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Its id if the name is not known, or not visible to the user. */
const nameIn = (names: ObjectNames, kind: string, id: unknown) => names[`${kind}:${String(id)}`] ?? `#${String(id)}`
