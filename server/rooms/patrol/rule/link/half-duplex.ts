import { defineRule, each, named } from '../../rule-kit/define-rule.ts'
import { present } from '../../view/scene-view.ts'

export const halfDuplex = defineRule({
  code: 'half_duplex',
  group: 'link',
  level: 1,
  title: { zh: '端口半双工', en: 'Port at half duplex' },
  advice: {
    zh: '两端都设为自动协商；仍为半双工时更换网线或对端端口。',
    en: 'Let both ends negotiate; if it stays, change the cable or the port at the other end.',
  },
  evidence: { zh: '半双工端口：{ports}', en: 'At half duplex: {ports}' },
  place: '/config/device/switch',
  evaluate(view) {
    const known = present(view).filter(({ facts }) => facts.interfaces?.some(({ up, duplex }) => up && duplex))
    return each(known, ({ facts }) => {
      const half = (facts.interfaces ?? []).filter(({ up, duplex }) => up && duplex === 'half')
      return half.length > 0 ? { ports: named(half.map(({ name }) => name)) } : undefined
    })
  },
  // only where it was configured: a port that negotiated half duplex has another problem
  fix: ({ runs }) =>
    Object.entries(runs?.port ?? {}).flatMap(([key, { duplex }]) =>
      duplex === 'half' ? [{ kind: 'port' as const, key, set: { duplex: 'full', speed: 0 } }] : [],
    ),
})
