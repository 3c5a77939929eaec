import { defineAlarmType } from '../define-alarm-type.ts'

export const devOnline = defineAlarmType({
  id: 'dev_online',
  words: { zh: '设备上线', en: 'Device online' },
  level: 0,
  on: 3,
  momentary: true,
  planned: ['reboot', 'upgrade', 'factory', 'configure', 'restore', 'power'],
  duration: { usual: 60, strict: 0, most: 86_400 },
  when: {
    zh: '设备离开超过设定时长后重新连接时提示。',
    en: 'Told when a device that was away for so long is connected again.',
  },
  text: ({ away }) => ({
    zh: `设备离线 ${minutes(away)} 分钟后重新连接`,
    en: `Connected again after ${minutes(away)} minutes`,
  }),
})

const minutes = (seconds: unknown) => Math.max(1, Math.round(Number(seconds ?? 0) / 60))
