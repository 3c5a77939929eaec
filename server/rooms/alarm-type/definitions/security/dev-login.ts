import { defineAlarmType } from '../../define-alarm-type.ts'

/** Login messages of sshd, dropbear, LuCI and consoles. */
const said =
  /(?:accepted (?:password|publickey|keyboard-interactive\S*) for|auth succeeded for|login succeeded|accepted login (?:on \S+ )?for|session opened for user) '?([\w.@-]{1,32})'?(?:.*?from ([\d.]{7,15}|[\da-f:]{3,45}))?/i

export const devLogin = defineAlarmType({
  id: 'dev_login',
  level: 0,
  on: 3,
  momentary: true,
  when: {
    zh: '有人登录设备自身的管理界面或命令行时提示，来自设备日志。',
    en: 'Reported when the device logs a login to the device itself.',
  },
  hears: ['device.log'],
  heard({ text }) {
    const [, user, from] = (text && said.exec(text)) || []
    return user ? { key: user, what: 'moment', params: { user, ...(from && { from }) } } : undefined
  },
  text: ({ user, from }) => ({
    zh: `账号 ${String(user ?? '')} 登录设备${from ? `，来自 ${String(from)}` : ''}`,
    en: `${String(user ?? '')} signed in${from ? ` from ${String(from)}` : ''}`,
  }),
})
