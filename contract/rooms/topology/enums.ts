import { defineEnum } from '../../kit/define-enum.ts'

/** What a node of the topology is. */
export const nodeKind = defineEnum({
  device: { id: 0, zh: '设备', en: 'Device' },
  neighbour: { id: 1, zh: '非平台设备', en: 'Unmanaged equipment' },
  hop: { id: 2, zh: '非管理交换机（推断）', en: 'Unmanaged switch (inferred)' },
  internet: { id: 3, zh: '互联网', en: 'Internet' },
})

/** `missing`: seen once, nobody sees it any more. `unknown`: the gateway that held its connection is lost or stopped. */
export const nodeStatus = defineEnum({
  offline: { id: 0, zh: '离线', en: 'Offline', tone: 'danger' },
  online: { id: 1, zh: '在线', en: 'Online', tone: 'success' },
  missing: { id: 2, zh: '已消失', en: 'Missing', tone: 'neutral' },
  unknown: { id: 3, zh: '未知', en: 'Unknown', tone: 'neutral' },
})

export const linkKind = defineEnum({
  wired: { id: 0, zh: '有线', en: 'Wired' },
  wifi: { id: 1, zh: '无线', en: 'Wireless' },
  mesh: { id: 2, zh: 'Mesh 回程', en: 'Mesh' },
  vpn: { id: 3, zh: 'VPN 隧道', en: 'VPN' },
})

/** `down`: one of its ends is away or its socket has no carrier. `missing`: both ends are there and no longer see each other. */
export const linkState = defineEnum({
  down: { id: 0, zh: '断开', en: 'Down', tone: 'danger' },
  up: { id: 1, zh: '连通', en: 'Up', tone: 'success' },
  missing: { id: 2, zh: '已消失', en: 'Missing', tone: 'neutral' },
})
