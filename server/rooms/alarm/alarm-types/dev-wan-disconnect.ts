import { defineAlarmType } from '../define-alarm-type.ts'

export const devWanDisconnect = defineAlarmType({
  id: 'dev_wan_disconnect',
  words: { zh: '外网断开', en: 'WAN down' },
  level: 1,
  text: (_, key) => ({ zh: `外网线路 ${key} 已断开`, en: `The line ${key} is down` }),
})
