import type { NodePlan } from '../model/site-plan.ts'
import { defineScenario } from './define-scenario.ts'

const floor = (n: number): NodePlan => ({
  model: 'switch-24',
  hostname: `office-sw-${n}f`,
  name: { zh: `${n} 楼接入交换机`, en: `Floor ${n} switch` },
  wired: 14,
  children: [1, 2, 3].map((i) => ({
    model: n === 3 ? 'ap-tri-band' : 'ap-ceiling',
    hostname: `office-ap-${n}f-${i}`,
    name: { zh: `${n} 楼 ${i} 号 AP`, en: `Floor ${n} AP ${i}` },
  })),
})

export const office = defineScenario({
  name: 'office',
  words: { zh: '一座三层办公楼，15 台设备', en: 'One office building of three floors, 15 devices' },
  interval: 60,
  timeScale: 1,
  realtime: true,
  ramp: 50,
  devices: 15,
  scales: false,
  sites: () => [
    {
      scene: 1,
      name: { zh: '滨江办公楼', en: 'Riverside Office' },
      kind: 'office',
      subnet: '10.40.0.0/22',
      country: 'CN',
      terminalsPerAp: 18,
      ssids: [
        { name: 'Riverside-Guest', bands: ['2G', '5G'] },
        { name: 'Riverside', bands: ['2G', '5G', '6G'] },
      ],
      wans: [
        {
          how: 'static',
          address: '203.0.113.34/29',
          gateway: '203.0.113.33',
          dns: ['223.5.5.5'],
          down: 1000,
          up: 1000,
        },
        { how: 'dhcp', address: '198.51.100.20/24', gateway: '198.51.100.1', dns: ['119.29.29.29'], down: 300, up: 50 },
      ],
      server: true,
      root: {
        model: 'firewall',
        hostname: 'office-fw',
        name: { zh: '办公楼防火墙', en: 'Office firewall' },
        children: [
          {
            model: 'switch-core',
            hostname: 'office-core',
            name: { zh: '办公楼核心交换机', en: 'Office core switch' },
            wired: 6,
            children: [1, 2, 3].map(floor),
          },
          {
            model: 'soft-router',
            hostname: 'office-lab',
            name: { zh: '测试区软路由', en: 'Test lab soft router' },
            subnet: '10.41.0.0/24',
            wired: 6,
          },
        ],
      },
    },
  ],
})
