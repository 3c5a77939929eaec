import { defineScenario } from './define-scenario.ts'
import { manySites } from './many-sites.ts'

export const storm10000 = defineScenario({
  name: 'storm-10000',
  words: { zh: '压力：10000 台设备，每 60 秒上报一次', en: 'Load: 10,000 devices that report every 60 s' },
  interval: 60,
  timeScale: 1,
  realtime: false,
  ramp: 150,
  devices: 10_000,
  scales: true,
  sites: (devices) => manySites(devices, { perSite: 50, apsPerSwitch: 11, terminalsPerAp: 4, wired: 2 }),
})
