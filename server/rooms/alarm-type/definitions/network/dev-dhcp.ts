import { restarting } from '../../../topology/api.ts'
import { checkOf, quotedText } from '../../kinds/checks.ts'
import { defineAlarmType } from '../../define-alarm-type.ts'

export const devDhcp = defineAlarmType({
  id: 'dev_dhcp',
  level: 2,
  planned: restarting,
  when: {
    zh: '设备自检发现接口上没有 DHCP 服务器分配地址时触发；下一次自检通过后结束。',
    en: 'Raised when the health check of a device receives no DHCP offer on an interface; ends with the next check that passes.',
  },
  ...checkOf('dhcp', { hears: 'health.dhcp', names: 'iface' }),
  text: ({ said }, key) => ({
    zh: `接口 ${key} 上无 DHCP 应答${quotedText(said).zh}`,
    en: `No DHCP offer on ${key}${quotedText(said).en}`,
  }),
})
