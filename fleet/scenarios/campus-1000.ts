import { defineScenario } from './define-scenario.ts'
import { manySites } from './many-sites.ts'

export const campus1000 = defineScenario({
  name: 'campus-1000',
  words: { zh: '大型园区：1000 台设备，20 个站点', en: 'A large campus: 1,000 devices at 20 sites' },
  interval: 60,
  timeScale: 1,
  realtime: true,
  ramp: 50,
  devices: 1000,
  scales: true,
  sites: (devices) => manySites(devices, { perSite: 50, apsPerSwitch: 11, terminalsPerAp: 12, wired: 8 }),
})
