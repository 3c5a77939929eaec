import { defineEnum } from '../../kit/define-enum.ts'

/** Kind of device (ids 0,1,2,3,4,7). */
export const deviceType = defineEnum({
  router: { id: 0, zh: '路由器', en: 'Router' },
  ap: { id: 1, zh: '无线 AP', en: 'Access point' },
  switch: { id: 2, zh: '交换机', en: 'Switch' },
  firewall: { id: 3, zh: '防火墙', en: 'Firewall' },
  soft: { id: 4, zh: '软路由', en: 'Soft router' },
  other: { id: 7, zh: '其他设备', en: 'Other device' },
})

/** Rows have the first two values; filters of lists have all. */
export const deviceOnline = defineEnum({
  offline: { id: 0, zh: '离线', en: 'Offline', tone: 'danger' },
  online: { id: 1, zh: '在线', en: 'Online', tone: 'success' },
  /** The gateway of the connection is lost or stopped. */
  unknown: { id: 2, zh: '未知', en: 'Unknown', tone: 'neutral' },
})
