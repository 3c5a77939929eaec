import { expect, test } from 'vitest'
import { thingName } from './kinds.ts'

test.each([
  ['service', 'report', '服务 状态上报', 'Service Reports'],
  ['radio', '5g', '射频 5G', 'Radio 5 GHz'],
  ['port', 'LAN1', '端口 LAN1', 'Port LAN1'],
  ['wireless', 'report', '无线网络 report', 'Wireless network report'],
  ['system', '', '系统', 'System'],
])('%s %s', (kind, key, zh, en) => {
  expect([thingName(kind, key, 'zh'), thingName(kind, key, 'en')]).toEqual([zh, en])
})
