import { restarting } from '../../../topology/api.ts'
import { checkOf, quotedText } from '../../kinds/checks.ts'
import { defineAlarmType } from '../../define-alarm-type.ts'

export const devRadius = defineAlarmType({
  id: 'dev_radius',
  level: 1,
  planned: restarting,
  when: {
    zh: '设备自检发现 SSID 的 RADIUS 服务器无应答时触发；下一次自检通过后结束。',
    en: 'Raised when the health check of a device finds that the RADIUS server of an SSID does not answer; ends with the next check that passes.',
  },
  ...checkOf('radius', { hears: 'health.radius', names: 'ssid' }),
  text: ({ said }, key) => ({
    zh: `SSID ${key} 的 RADIUS 服务器无应答${quotedText(said).zh}`,
    en: `The RADIUS server of ${key} does not answer${quotedText(said).en}`,
  }),
})
