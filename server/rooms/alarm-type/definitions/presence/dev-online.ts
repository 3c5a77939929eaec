import { defineAlarmType } from '../../define-alarm-type.ts'

export const devOnline = defineAlarmType({
  id: 'dev_online',
  level: 0,
  on: 3,
  momentary: true,
  planned: ['reboot', 'upgrade', 'factory', 'configure', 'restore', 'power'],
  duration: { usual: 60, strict: 0, most: 86_400 },
  when: {
    zh: '设备离线达到设定时长后重新连接时提示。',
    en: 'Reported when a device connects again after being offline for the set duration.',
  },
  text({ away }) {
    const n = Math.max(1, Math.round(Number(away ?? 0) / 60))
    return { zh: `设备离线 ${n} 分钟后重新连接`, en: `Connected again after ${n} ${n === 1 ? 'minute' : 'minutes'}` }
  },
})
