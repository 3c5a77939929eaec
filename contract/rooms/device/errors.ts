import { defineErrors } from '../../kit/define-errors.ts'

export const deviceErrors = defineErrors('device', {
  badSerial: { code: 10301, zh: '序列号应为 12 位十六进制字符', en: 'A serial number has 12 hexadecimal digits' },
  claimed: {
    code: 10302,
    zh: '该设备已被绑定，请先由原使用者解绑',
    en: 'This device is already bound; its current team must release it first',
  },
  notInGroup: { code: 11320, zh: '设备不在该分组中', en: 'The device is not in the group' },
  otherTeam: { code: 10305, zh: '只能移动到同一团队的场景', en: 'A device can move only between scenes of one team' },
  offline: { code: 10306, zh: '设备不在线', en: 'The device is offline' },
  notSupported: { code: 10307, zh: '该设备不支持此操作', en: 'This device cannot do that' },
  timedOut: { code: 10308, zh: '设备在 {seconds} 秒内没有响应', en: 'The device did not answer within {seconds} s' },
  badTicket: { code: 10311, zh: '链接无效、已使用或已过期', en: 'The link is unknown, used or expired' },
  noMainDevice: { code: 10313, zh: '该场景没有主设备', en: 'This scene has no main device' },
  badContent: { code: 10314, zh: 'content 不是有效的 JSON 对象', en: 'content is not a JSON object' },
  groupNameTaken: { code: 10316, zh: '名称“{name}”已被使用', en: 'The name “{name}” is taken' },
  noKeyChange: {
    code: 10325,
    zh: '该密钥没有待确认的变更',
    en: 'No change to this key is waiting for a decision',
  },
  revokedKey: {
    code: 10328,
    zh: '该密钥已吊销，请使用新的密钥',
    en: 'This key is revoked; use a new one',
  },
  noSuchLine: { code: 11360, zh: '该设备没有外网线路“{name}”', en: 'The device has no WAN line “{name}”' },
  badTarget: {
    code: 11361,
    zh: '探测地址应为 IP 地址：{target}',
    en: 'A probe target must be an IP address: {target}',
  },
  measuresNot: {
    code: 11362,
    zh: '该设备不测量线路的丢包与时延',
    en: 'The device does not measure loss and delay of its WAN lines',
  },
})
