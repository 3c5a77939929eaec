import { defineErrors } from '../../kit/define-errors.ts'

export const userErrors = defineErrors('alarm-user', {
  nameTaken: { code: 12040, zh: '名称“{name}”已被使用', en: 'The name “{name}” is taken' },
  noChannel: {
    code: 12041,
    zh: '尚未配置{channel}通道，请联系平台管理员在发件箱中设置',
    en: 'No channel for {channel} is set up; an administrator of the installation does so in the outbox',
  },
  notVerified: { code: 12042, zh: '请先验证该地址', en: 'Confirm this address first' },
  noSuchPlace: { code: 12043, zh: '没有这个场景或分组', en: 'There is no such scene or group' },
  tooMany: {
    code: 12044,
    zh: '一个团队最多有 {most} 个告警联系人和机器人',
    en: 'A team has at most {most} contacts and robots',
  },
  linkOver: { code: 12045, zh: '链接无效或已失效', en: 'This link is no longer valid' },
  bindOver: { code: 12046, zh: '二维码已过期，请重新获取', en: 'The code has expired; request a new one' },
  unknownTimeZone: { code: 12047, zh: '没有这个时区', en: 'There is no such time zone' },
  badTemplate: { code: 12048, zh: '模板中没有变量 {place}', en: 'The template has no variable {place}' },
  notBound: { code: 12049, zh: '微信未完成绑定：{why}', en: 'WeChat was not bound: {why}' },
})
