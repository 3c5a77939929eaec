import { defineEnum } from '../../../kit/define-enum.ts'

/** How a scene fares. */
export const sceneState = defineEnum({
  /** Without a device. */
  empty: { id: 0, zh: '无设备', en: 'No devices', tone: 'neutral' },
  online: { id: 1, zh: '正常', en: 'Normal', tone: 'success' },
  /** Online, with open alarms or devices missing. */
  abnormal: { id: 2, zh: '异常', en: 'Impaired', tone: 'warning' },
  /** None of its gateways is online, or without a gateway no device. */
  offline: { id: 3, zh: '离线', en: 'Offline', tone: 'danger' },
  /** As `offline`, but the state of some is unknown: the gateway of their connection is lost or stopped. */
  unknown: { id: 4, zh: '未知', en: 'Unknown', tone: 'neutral' },
  /** Online without known faults, and the state of some devices is unknown. */
  partial: { id: 5, zh: '部分未知', en: 'Partly unknown', tone: 'neutral' },
})

/** What coordinates are given in; they are kept, and answered, in WGS-84. */
export const coordinateSystem = defineEnum({
  wgs84: { id: 0, zh: 'WGS-84（GPS）', en: 'WGS-84 (GPS)' },
  gcj02: { id: 1, zh: 'GCJ-02（高德、腾讯）', en: 'GCJ-02 (Amap, Tencent)' },
  bd09: { id: 2, zh: 'BD-09（百度）', en: 'BD-09 (Baidu)' },
})
