import { defineEnum } from '../../kit/define-enum.ts'

const codeUses = {
  login: { id: 'login', zh: '登录', en: 'Sign in' },
  register: { id: 'register', zh: '注册', en: 'Register' },
  forget: { id: 'forget', zh: '找回密码', en: 'Reset the password' },
  bind: { id: 'bind', zh: '绑定', en: 'Bind an address' },
  verify: { id: 'verify', zh: '身份验证', en: 'Confirm it is you' },
  cancel: { id: 'cancel', zh: '注销账号', en: 'Close the account' },
} as const

/** The purpose of a code sent to a phone or mailbox; a code is valid for one purpose only. */
export const codePurpose = defineEnum(codeUses)

/** The subject of a message of the outbox; includes messages that are not requested by `send`. */
export const messagePurpose = defineEnum({
  ...codeUses,
  alarm: { id: 'alarm', zh: '告警联系人', en: 'Alarm contact' },
  outage: { id: 'outage', zh: '系统告警', en: 'System alarm' },
})

/** States of an outgoing message. */
export const messageState = defineEnum({
  waiting: { id: 0, zh: '等待发送', en: 'Waiting', tone: 'primary' },
  sent: { id: 1, zh: '已发送', en: 'Sent', tone: 'success' },
  failed: { id: 2, zh: '发送失败', en: 'Failed', tone: 'danger' },
  unset: { id: 3, zh: '未配置通道', en: 'No channel', tone: 'warning' },
  nobody: { id: 4, zh: '无对应账号', en: 'No such account', tone: 'disabled' },
})

/** Transport of a message. */
export const messageCarrier = defineEnum({
  email: { id: 'email', zh: '邮件', en: 'E-mail' },
  sms: { id: 'sms', zh: '短信', en: 'SMS' },
})

/** Targets of a channel; codes are sent by SMS and mail only. */
export const channelCarrier = defineEnum({
  email: { id: 'email', zh: '邮件', en: 'E-mail' },
  sms: { id: 'sms', zh: '短信', en: 'SMS' },
  wechat: { id: 'wechat', zh: '微信', en: 'WeChat' },
})
