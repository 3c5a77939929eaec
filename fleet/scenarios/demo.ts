import type { Words } from '@belvedere/contract/kit/text.ts'
import type { DeviceType } from '../model/catalogue.ts'
import { planDevices } from '../model/plan-devices.ts'
import type { NodePlan, SitePlan } from '../model/site-plan.ts'
import { defineScenario } from './define-scenario.ts'

const dns = ['223.5.5.5', '119.29.29.29']
const ap = (hostname: string, zh: string, en: string, model: NodePlan['model'] = 'ap-ceiling'): NodePlan => ({
  model,
  hostname,
  name: { zh, en },
})

const hotel: SitePlan = {
  scene: 1,
  name: { zh: '湖畔酒店', en: 'Lakeside Hotel' },
  kind: 'hotel',
  subnet: '10.20.0.0/22',
  country: 'CN',
  terminalsPerAp: 14,
  ssids: [
    { name: 'Lakeside-Guest', bands: ['2G', '5G'] },
    { name: 'Lakeside-Staff', bands: ['2G', '5G'] },
  ],
  wans: [
    { how: 'static', address: '203.0.113.18/29', gateway: '203.0.113.17', dns, down: 500, up: 100 },
    { how: 'pppoe', address: '198.51.100.61/32', gateway: '198.51.100.1', dns, down: 200, up: 30 },
  ],
  server: true,
  root: {
    model: 'firewall',
    hostname: 'hotel-fw',
    name: { zh: '酒店出口防火墙', en: 'Hotel firewall' },
    children: [
      {
        // the agent reports data that stock firmware does not have: applications, processes, live queries
        model: 'soft-router',
        hostname: 'hotel-gw',
        name: { zh: '酒店软路由', en: 'Hotel soft router' },
        children: [
          {
            model: 'switch-24',
            hostname: 'hotel-core',
            name: { zh: '机房核心交换机', en: 'Core switch' },
            wired: 8,
            children: [
              ap('hotel-ap-lobby', '大堂 AP', 'Lobby AP'),
              ap('hotel-ap-restaurant', '餐厅 AP', 'Restaurant AP'),
              ap('hotel-ap-garden', '花园室外 AP', 'Garden AP', 'ap-outdoor'),
              {
                model: 'switch-8',
                hostname: 'hotel-floors',
                name: { zh: '客房接入交换机', en: 'Guest floor switch' },
                wired: 3,
                children: [
                  ap('hotel-ap-2f', '二楼走廊 AP', 'Second floor AP'),
                  ap('hotel-ap-3f', '三楼走廊 AP', 'Third floor AP'),
                  ap('hotel-ap-4f', '四楼走廊 AP', 'Fourth floor AP'),
                ],
              },
            ],
          },
        ],
      },
    ],
  },
}

const campus: SitePlan = {
  scene: 2,
  name: { zh: '工业园区', en: 'Industrial Park' },
  kind: 'office',
  subnet: '10.30.0.0/22',
  country: 'CN',
  terminalsPerAp: 15,
  ssids: [
    { name: 'Park-Guest', bands: ['2G', '5G'] },
    { name: 'Park-Staff', bands: ['2G', '5G', '6G'] },
  ],
  wans: [
    { how: 'dhcp', address: '198.51.100.130/25', gateway: '198.51.100.129', dns, down: 1000, up: 200 },
    { how: 'static', address: '203.0.113.90/30', gateway: '203.0.113.89', dns, down: 200, up: 200 },
  ],
  server: true,
  root: {
    model: 'router-office',
    hostname: 'park-router',
    name: { zh: '园区出口路由器', en: 'Park router' },
    children: [
      {
        model: 'soft-router',
        hostname: 'park-gw',
        name: { zh: '园区软路由', en: 'Park soft router' },
        children: [
          {
            model: 'switch-core',
            hostname: 'park-core',
            name: { zh: '园区核心交换机', en: 'Park core switch' },
            wired: 6,
            children: [
              {
                model: 'soft-router',
                hostname: 'lab-gw',
                name: { zh: '实验室软路由', en: 'Lab soft router' },
                subnet: '10.31.0.0/24',
                wired: 8,
              },
              ap('park-ap-hall', '展厅 AP', 'Showroom AP', 'ap-tri-band'),
              ap('park-ap-canteen', '食堂 AP', 'Canteen AP'),
              {
                model: 'switch-24',
                hostname: 'park-a',
                name: { zh: 'A 栋接入交换机', en: 'Building A switch' },
                wired: 12,
                children: [
                  ap('park-ap-a1', 'A 栋一层 AP', 'Building A first floor AP', 'ap-tri-band'),
                  ap('park-ap-a2', 'A 栋二层 AP', 'Building A second floor AP', 'ap-tri-band'),
                ],
              },
              {
                model: 'switch-8',
                hostname: 'park-b',
                name: { zh: 'B 栋接入交换机', en: 'Building B switch' },
                wired: 4,
                children: [
                  ap('park-ap-b1', 'B 栋一层 AP', 'Building B first floor AP'),
                  ap('park-ap-b2', 'B 栋二层 AP', 'Building B second floor AP'),
                ],
              },
            ],
          },
        ],
      },
    ],
  },
}

export const demo = defineScenario({
  name: 'demo',
  words: {
    zh: '演示网络：一家酒店和一个工业园区，共 22 台设备',
    en: 'The demonstration network: a hotel and an industrial park, 22 devices',
  },
  interval: 10,
  timeScale: 0.3,
  realtime: true,
  ramp: 50,
  devices: 22,
  scales: false,
  sites: () => [hotel, campus],
  timeline: [
    { at: 420, every: 3600, fault: { kind: 'flap', target: 'hotel-ap-garden', times: 2 } },
    { at: 900, every: 5400, fault: { kind: 'fill-wan', target: 'hotel-fw', percent: 96, seconds: 240 } },
    { at: 1800, every: 7200, fault: { kind: 'cut-wan', target: 'park-router', wan: 'WAN2', seconds: 180 } },
    { at: 2700, every: 9000, fault: { kind: 'jam', target: 'park-ap-canteen', seconds: 300 } },
  ],
})

export interface DemoDevice {
  serial: string
  type: DeviceType
  scene: number
  name: Words
}

/** Every device of the demonstration network, in the order of the trees, with its identity. */
export function demoDevices(seed = 1): DemoDevice[] {
  return planDevices(demo.name, demo.sites(demo.devices), seed).map(({ serial, type, scene, name }) => ({
    serial,
    type,
    scene,
    name,
  }))
}
