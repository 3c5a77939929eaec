import { defineEnum } from '../../kit/define-enum.ts'

/** How a contact is notified of alarms (alert user type). Its 4, push to an app, is not offered: there is no app. */
export const alarmUserType = defineEnum({
  sms: { id: 0, zh: '短信', en: 'SMS' },
  email: { id: 1, zh: '邮件', en: 'E-mail' },
  wechat: { id: 2, zh: '微信', en: 'WeChat' },
  robot: { id: 3, zh: '机器人', en: 'Robot' },
})

/** Actions of links in messages. */
export const linkAction = defineEnum({
  acknowledge: { id: 'acknowledge', zh: '确认', en: 'Acknowledge' },
  silence: { id: 'silence', zh: '静默 1 小时', en: 'Silence for 1 h' },
  solve: { id: 'solve', zh: '标记为已解决', en: 'Mark as solved' },
})

/** Scenes whose alarms a contact receives. */
export const alarmUserScope = defineEnum({
  all: { id: 0, zh: '全部场景', en: 'All scenes' },
  scenes: { id: 1, zh: '指定场景', en: 'Chosen scenes' },
  groups: { id: 2, zh: '指定分组', en: 'Chosen groups' },
})

/** Handling of an alarm outside the hours of a contact. */
export const outsideHours = defineEnum({
  skip: { id: 0, zh: '不通知', en: 'Not notified' },
  wait: { id: 1, zh: '到时段开始再通知', en: 'Notified when the hours begin' },
})

/** State of a message to a contact. */
export const deliveryState = defineEnum({
  waiting: { id: 0, zh: '等待发送', en: 'Waiting', tone: 'primary' },
  sent: { id: 1, zh: '已送达', en: 'Delivered', tone: 'success' },
  failed: { id: 2, zh: '失败', en: 'Failed', tone: 'danger' },
})

/** State of binding WeChat by a QR code. */
export const bindState = defineEnum({
  wait: { id: 'wait', zh: '等待扫码', en: 'Waiting to be scanned' },
  bound: { id: 'bound', zh: '已绑定', en: 'Bound' },
  expired: { id: 'expired', zh: '二维码已过期', en: 'The code has expired' },
})
