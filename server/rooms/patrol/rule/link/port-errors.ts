import { defineRule, each, named } from '../../rule-kit/define-rule.ts'
import { present } from '../../view/scene-view.ts'

/** Minimum packets for a meaningful share, and the share that is too large. */
const FEW = 10_000
const SHARE = 0.005

export const portErrors = defineRule({
  code: 'port_errors',
  group: 'link',
  level: 2,
  title: { zh: '端口误码或丢包偏高', en: 'Errors or drops on a port' },
  advice: {
    zh: '检查网线、水晶头与光模块；两端速率双工须一致。',
    en: 'Check cable, plugs and optics; both ends must agree on speed and duplex.',
  },
  evidence: { zh: '{ports}', en: '{ports}' },
  place: '/config/device/switch',
  evaluate(view) {
    const known = present(view).filter(({ facts }) =>
      facts.interfaces?.some(({ rx_packets }) => rx_packets !== undefined),
    )
    return each(known, ({ facts }) => {
      const bad = (facts.interfaces ?? []).flatMap((one) => {
        const packets = (one.rx_packets ?? 0) + (one.tx_packets ?? 0)
        const lost = (one.rx_errors ?? 0) + (one.tx_errors ?? 0) + (one.rx_dropped ?? 0) + (one.tx_dropped ?? 0)
        return packets >= FEW && lost / packets > SHARE ? [`${one.name} ${((100 * lost) / packets).toFixed(2)}%`] : []
      })
      return bad.length > 0 ? { ports: named(bad) } : undefined
    })
  },
})
