import { defineErrors } from '../../kit/define-errors.ts'

export const logErrors = defineErrors('log', {
  undone: { code: 10401, zh: '该操作已被 {by} 撤销', en: '{by} has undone this already' },
  changedSince: {
    code: 10402,
    zh: '之后已被 {by} 修改（{action}），请先撤销后面的操作',
    en: '{by} has changed it since ({action}); undo that first',
  },
  changedElsewhere: {
    code: 10403,
    zh: '当前内容与该操作之后不一致，无法撤销',
    en: 'It is no longer as this operation left it',
  },
  tooLate: {
    code: 10404,
    zh: '删除的内容已超过保留期，无法恢复',
    en: 'The deleted data is no longer stored',
  },
  notKept: {
    code: 10405,
    zh: '内容过大，未保留可供撤销的数据',
    en: 'It was too large to be stored',
  },
  ownOnly: { code: 10406, zh: '只有 {by} 本人可以撤销', en: 'Only {by} can undo this' },
  isThere: {
    code: 10407,
    zh: '同名或相同的对象已存在，无法恢复',
    en: 'Another object with the same name or number exists now',
  },
  ownerGone: {
    code: 10409,
    zh: '它所属的对象已被删除，请先恢复该对象',
    en: 'What it belonged to was removed; bring that back first',
  },
  nothingToUndo: { code: 10408, zh: '没有可撤销的操作', en: 'There is nothing to undo' },
  badAddress: {
    code: 11340,
    zh: '请输入 IP 地址或网段，如 192.0.2.7 或 192.0.2.0/24',
    en: 'Enter an IP address or a network, such as 192.0.2.7 or 192.0.2.0/24',
  },
  wideNetwork: {
    code: 11341,
    zh: '网段过大：IPv4 至少 /24，IPv6 至少 /64；其他来源请使用令牌',
    en: 'The network is too large: at most /24 for IPv4 and /64 for IPv6; use a token for other sources',
  },
  addressTaken: {
    code: 11342,
    zh: '该地址已用于其他来源，请使用令牌',
    en: 'Another source already uses this address; use a token',
  },
  foreignAddress: {
    code: 11343,
    zh: '其他团队的设备也使用该地址，请使用令牌',
    en: 'Devices of another team use this address too; use a token',
  },
  tooManySources: { code: 11344, zh: '每个场景最多 {most} 个来源', en: 'A scene has at most {most} sources' },
})
