import { defineScenario } from './define-scenario.ts'
import { manySites } from './many-sites.ts'

export const building200 = defineScenario({
  name: 'building-200',
  words: {
    zh: '一栋大楼：一个场景 200 台设备，配置很快生效，适合演练变更',
    en: 'A large building: 200 devices in one scene, quick to obey, for changes in bulk',
  },
  interval: 15,
  timeScale: 0.2,
  realtime: true,
  ramp: 50,
  devices: 200,
  scales: true,
  sites: (devices) => manySites(devices, { perSite: 200, apsPerSwitch: 11, terminalsPerAp: 3, wired: 2 }),
})
