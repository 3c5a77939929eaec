import type { NodePlan } from '../model/site-plan.ts'
import { defineScenario } from './define-scenario.ts'

const ap = (n: number): NodePlan => ({
  model: n === 3 ? 'ap-outdoor' : 'ap-ceiling',
  hostname: `new-ap-${n}`,
  name: { zh: `新 AP ${n}`, en: `New AP ${n}` },
})

/** Its scene is not part of the demonstration network: its devices wait to be claimed. */
export const factory = defineScenario({
  name: 'factory',
  words: {
    zh: '刚开箱的设备：一台路由器后面有一台交换机和三台 AP，均为出厂状态，等待认领',
    en: 'Out of the box: a switch and three access points as from the factory behind a router, waiting to be claimed',
  },
  interval: 60,
  timeScale: 1,
  realtime: true,
  factory: true,
  ramp: 50,
  devices: 5,
  scales: false,
  sites: () => [
    {
      scene: 90,
      name: { zh: '新门店', en: 'New Branch' },
      kind: 'office',
      subnet: '10.60.0.0/24',
      country: 'CN',
      terminalsPerAp: 6,
      ssids: [],
      wans: [
        {
          how: 'dhcp',
          address: '198.51.100.70/24',
          gateway: '198.51.100.1',
          dns: ['223.5.5.5'],
          down: 300,
          up: 50,
        },
      ],
      server: false,
      root: {
        model: 'router-office',
        hostname: 'new-router',
        name: { zh: '新门店路由器', en: 'Branch router' },
        children: [
          {
            model: 'switch-8',
            hostname: 'new-switch',
            name: { zh: '新门店交换机', en: 'Branch switch' },
            children: [1, 2, 3].map(ap),
          },
        ],
      },
    },
  ],
})
