import { defineRule, each, named } from '../../rule-kit/define-rule.ts'
import { isPrivate, linesOf, edgeGateways } from '../../rule-kit/wan-lines.ts'

export const wanPrivate = defineRule({
  code: 'wan_private',
  group: 'wan',
  level: 3,
  title: { zh: '外网地址是内网地址', en: 'WAN address is a private one' },
  advice: {
    zh: '上级设备在做地址转换：端口映射与对端组网可能失败，可请运营商改桥接或申请公网地址。',
    en: 'Another device above translates addresses: port forwarding and tunnels may fail. Ask for bridge mode or a public address.',
  },
  evidence: { zh: '{lines}', en: '{lines}' },
  place: '/config/device/router',
  evaluate: (view) => {
    const ways = edgeGateways(view)
    return each(
      ways.filter(({ facts }) => linesOf(facts).some(({ up, addresses }) => up && addresses.length > 0)),
      ({ facts }) => {
        const inside = linesOf(facts).flatMap(({ name, addresses }) => {
          const address = addresses.find(isPrivate)
          return address ? [`${name} ${address}`] : []
        })
        return inside.length > 0 ? { lines: named(inside) } : undefined
      },
    )
  },
})
