import { defineErrors } from '../../kit/define-errors.ts'

export const deviceErrors = defineErrors('device', {
  badSerial: { code: 10301, zh: '序列号应为 12 位十六进制字符', en: 'A serial number has 12 hexadecimal digits' },
  claimed: {
    code: 10302,
    zh: '该设备已被绑定，请先由原使用者解绑',
    en: 'This device is bound already; whoever uses it must release it first',
  },
  alreadyHere: { code: 10303, zh: '该设备已在场景“{scene}”中', en: 'This device is in the scene “{scene}” already' },
  blocked: { code: 10304, zh: '该设备已被平台拉黑', en: 'This device is blocked on this installation' },
  otherTeam: { code: 10305, zh: '只能移动到同一团队的场景', en: 'A device can move only between scenes of one team' },
  offline: { code: 10306, zh: '设备不在线', en: 'The device is offline' },
  notSupported: { code: 10307, zh: '该设备不支持此操作', en: 'This device cannot do that' },
  timedOut: { code: 10308, zh: '设备在 {seconds} 秒内没有响应', en: 'The device did not answer within {seconds} s' },
  noPackage: { code: 10309, zh: '请填写升级包地址', en: 'Tell the address of the upgrade package' },
  badToken: { code: 10310, zh: '注册令牌无效、已使用或已过期', en: 'The enrolment token is unknown, used or expired' },
  badTicket: { code: 10311, zh: '链接无效、已使用或已过期', en: 'The link is unknown, used or expired' },
  tooManyShells: { code: 10312, zh: '同时打开的远程终端过多', en: 'Too many remote shells are open' },
  noMainDevice: { code: 10313, zh: '该场景没有主设备', en: 'This scene has no main device' },
  badContent: { code: 10314, zh: 'content 不是有效的 JSON 对象', en: 'content is not a JSON object' },
  groupNameTaken: { code: 10316, zh: '名称“{name}”已被使用', en: 'The name “{name}” is taken' },
  noBackup: { code: 10315, zh: '备份不存在', en: 'The backup does not exist' },
})
