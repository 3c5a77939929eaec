import { restarting } from '../../../topology/api.ts'
import { checkOf, quotedText } from '../../kinds/checks.ts'
import { defineAlarmType } from '../../define-alarm-type.ts'

export const devSsid = defineAlarmType({
  id: 'dev_ssid',
  level: 2,
  planned: restarting,
  when: {
    zh: '设备自检发现已启用的 SSID 没有在射频上广播时触发；下一次自检通过后结束。',
    en: 'Raised when the health check of a device finds that an SSID that is enabled is not on the air; ends with the next check that passes.',
  },
  ...checkOf('ssid'),
  text: ({ said }, key) => ({
    zh: `SSID ${key} 未广播${quotedText(said).zh}`,
    en: `${key} is not on the air${quotedText(said).en}`,
  }),
})
