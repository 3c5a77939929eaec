import { restarting } from '../../../topology/api.ts'
import { defineAlarmType } from '../../define-alarm-type.ts'

export const devWanDisconnect = defineAlarmType({
  id: 'dev_wan_disconnect',
  level: 1,
  planned: restarting,
  duration: { usual: 0, strict: 0, most: 3600 },
  when: {
    zh: '外网线路断开达到设定时长时触发，每条线路单独告警；线路恢复后结束。',
    en: 'Raised for each WAN line that has been down for the set duration; ends when the line is up.',
  },
  gauge: ({ facts }) =>
    facts.wans?.filter(({ type }) => type !== 'disabled').map(({ name, up }) => ({ key: name, value: up ? 0 : 1 })),
  // a restored carrier does not mean that the line is up: the next report shows that
  hears: ['wired.carrier-down'],
  heard: ({ data }) => (typeof data?.['name'] === 'string' ? { key: data['name'], what: 'rises' } : undefined),
  text: (_, key) => ({ zh: `外网线路 ${key} 已断开`, en: `The line ${key} is down` }),
})
