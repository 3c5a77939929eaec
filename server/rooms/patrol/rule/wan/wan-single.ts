import { defineRule } from '../../rule-kit/define-rule.ts'
import { linesOf, edgeGateways } from '../../rule-kit/wan-lines.ts'

export const wanSingle = defineRule({
  code: 'wan_single',
  group: 'wan',
  level: 3,
  title: { zh: '出口只有一条线路', en: 'A single line to the internet' },
  advice: {
    zh: '增加一条备用线路（另一家运营商或 4G/5G）并启用故障切换。',
    en: 'Add a second line of another provider, or 4G/5G, with failover.',
  },
  evidence: { zh: '仅有线路 {line}', en: '{line} alone' },
  place: '/config/device/router',
  evaluate: (view) => {
    const ways = edgeGateways(view)
    const lines = ways.flatMap((device) => linesOf(device.facts).map((line) => ({ device, line })))
    const [only] = lines
    return {
      of: lines.length,
      hits: only && lines.length === 1 ? [{ device: only.device, params: { line: only.line.name } }] : [],
    }
  },
})
