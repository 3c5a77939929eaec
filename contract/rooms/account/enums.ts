import { defineEnum } from '../../kit/define-enum.ts'

/** Role of an account in its own team; a lower number may manage the higher ones. */
export const accountRole = defineEnum({
  owner: { id: 0, zh: '所有者', en: 'Owner', tone: 'primary' },
  administrator: { id: 1, zh: '管理员', en: 'Administrator', tone: 'primary' },
  operator: { id: 2, zh: '操作员', en: 'Operator', tone: 'success' },
  viewer: { id: 3, zh: '只读用户', en: 'Viewer', tone: 'neutral' },
})

export const theme = defineEnum({
  light: { id: 0, zh: '浅色', en: 'Light' },
  dark: { id: 1, zh: '深色', en: 'Dark' },
})

/** The languages on the wire. */
export const wireLang = defineEnum({
  zh: { id: 'cn', zh: '中文', en: 'Chinese' },
  en: { id: 'en', zh: '英文', en: 'English' },
})

/** The methods of the second factor, at sign-in or before a sensitive action. */
export const verifyMethod = defineEnum({
  otp: { id: 'otp', zh: '身份验证器', en: 'Authenticator app' },
  sms: { id: 'sms', zh: '短信验证码', en: 'SMS code' },
  email: { id: 'email', zh: '邮箱验证码', en: 'E-mail code' },
  recovery: { id: 'recovery', zh: '恢复码', en: 'Recovery code' },
  password: { id: 'password', zh: '登录密码', en: 'Password' },
})

/** States of a sign-in by QR code. */
export const qrState = defineEnum({
  wait: { id: 'wait', zh: '等待扫码', en: 'Waiting to be scanned', tone: 'primary' },
  scanned: { id: 'scanned', zh: '已扫码，请在手机上确认', en: 'Scanned; confirm on the phone', tone: 'primary' },
  confirmed: { id: 'confirmed', zh: '已确认', en: 'Confirmed', tone: 'success' },
  refused: { id: 'refused', zh: '已在手机上拒绝', en: 'Refused on the phone', tone: 'danger' },
  expired: { id: 'expired', zh: '二维码已过期', en: 'The QR code is over', tone: 'disabled' },
})

/** The last factor of a sign-in. */
export const signInMethod = defineEnum({
  password: { id: 'password', zh: '密码', en: 'Password' },
  sms: { id: 'sms', zh: '短信验证码', en: 'SMS code' },
  email: { id: 'email', zh: '邮箱验证码', en: 'E-mail code' },
  qr: { id: 'qr', zh: '扫码', en: 'QR code' },
  otp: { id: 'otp', zh: '身份验证器', en: 'Authenticator app' },
  recovery: { id: 'recovery', zh: '恢复码', en: 'Recovery code' },
})

/** Kinds of sign-in (login types '1' to '5'); a second factor counts as one. */
export const loginType = defineEnum({
  password: { id: '1', zh: '密码登录', en: 'Password' },
  sms: { id: '2', zh: '短信登录', en: 'SMS' },
  email: { id: '3', zh: '邮箱登录', en: 'E-mail' },
  qr: { id: '4', zh: '扫码登录', en: 'QR code' },
  second: { id: '5', zh: '二次验证', en: 'Second step' },
})

/** Of an account; one that its owner closed is kept for some days. */
export const userStatus = defineEnum({
  closing: { id: '0', zh: '注销中', en: 'Being closed', tone: 'danger' },
  normal: { id: '1', zh: '正常', en: 'Normal', tone: 'success' },
})

/** Whether sign-in is locked after failed tries. */
export const userLock = defineEnum({
  open: { id: '0', zh: '未锁定', en: 'Not locked' },
  locked: { id: '1', zh: '已锁定', en: 'Locked', tone: 'warning' },
})

/** Where a code can be sent. */
export const codeChannel = defineEnum({
  sms: { id: 'sms', zh: '手机', en: 'Phone' },
  email: { id: 'email', zh: '邮箱', en: 'E-mail' },
})

/** How a quota is counted. */
export const quotaUnit = defineEnum({
  count: { id: 'count', zh: '数量', en: 'Number' },
  bytes: { id: 'bytes', zh: '字节', en: 'Bytes' },
  day: { id: 'day', zh: '每天', en: 'A day' },
  minute: { id: 'minute', zh: '每分钟', en: 'A minute' },
})

/** Where a team's quota comes from. */
export const quotaSource = defineEnum({
  usual: { id: 'usual', zh: '默认', en: 'Default' },
  home: { id: 'home', zh: '平台团队', en: 'Runs the installation' },
  own: { id: 'own', zh: '单独设置', en: 'Set' },
})
