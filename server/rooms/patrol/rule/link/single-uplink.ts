import { defineRule, each } from '../../rule-kit/define-rule.ts'
import { isGateway, present } from '../../view/scene-view.ts'

/** Number of devices behind it from which a second uplink is recommended. */
const MANY = 3

export const singleUplink = defineRule({
  code: 'single_uplink',
  group: 'link',
  level: 3,
  title: { zh: '汇聚设备仅有一条上联', en: 'Many devices behind a single uplink' },
  advice: {
    zh: '增加一条上联并配置链路聚合或生成树，避免单点故障。',
    en: 'Add a second uplink with aggregation or spanning tree, so that one cable is not all.',
  },
  evidence: {
    zh: '下联 {below} 台设备，仅 {port} 一条上联',
    en: '{below} downstream {below:device|devices}, one uplink: {port}',
  },
  place: '/scene/topology/index',
  evaluate(view) {
    const { depths, links } = view
    const placed = present(view).filter((one) => !isGateway(one) && links.has(one.id) && depths.has(one.id))
    return each(placed, ({ id }) => {
      const own = depths.get(id) ?? 0
      const ends = [...(links.get(id) ?? [])].map(([port, { id: to }]) => ({ port, depth: depths.get(to) ?? own }))
      const up = ends.filter(({ depth }) => depth < own)
      const below = ends.filter(({ depth }) => depth > own).length
      return up.length === 1 && below >= MANY ? { below, port: up[0]?.port ?? '' } : undefined
    })
  },
})
