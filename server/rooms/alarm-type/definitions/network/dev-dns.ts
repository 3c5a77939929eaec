import { restarting } from '../../../topology/api.ts'
import { checkOf, quotedText } from '../../kinds/checks.ts'
import { defineAlarmType } from '../../define-alarm-type.ts'

export const devDns = defineAlarmType({
  id: 'dev_dns',
  level: 2,
  planned: restarting,
  when: {
    zh: '设备自检发现接口的 DNS 服务器无应答时触发；下一次自检通过后结束。',
    en: 'Raised when the health check of a device finds that the DNS servers of an interface do not answer; ends with the next check that passes.',
  },
  ...checkOf('dns', { hears: 'health.dns', names: 'iface' }),
  text: ({ said }, key) => ({
    zh: `接口 ${key} 的 DNS 无应答${quotedText(said).zh}`,
    en: `DNS of ${key} does not answer${quotedText(said).en}`,
  }),
})
