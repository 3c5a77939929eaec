import type { Blast } from '@belvedere/contract/rooms/change/shapes.ts'
import { expect, test } from 'vitest'
import { blastWords } from './blast-words.ts'

const nothing: Blast = {
  devices: [],
  device_cnt: 0,
  ap_cnt: 0,
  switch_cnt: 0,
  terminal_cnt: 0,
  scene_cnt: 0,
  own_path: 'no',
  uncertain: 0,
  unnamed_cnt: 0,
  unmanaged_cnt: 0,
  unmonitored_cnt: 0,
}

test.each<[Partial<Blast>, string, string]>([
  [{ own_path: 'yes' }, '您自己的连接会中断', 'your own connection is lost'],
  [{ device_cnt: 12 }, '另有 12 台设备失去连接', '12 other devices lose their connection'],
  [
    { scene_cnt: 1, device_cnt: 1, terminal_cnt: 1 },
    '1 个场景失去全部外网连接，另有 1 台设备失去连接，1 个终端失去连接',
    '1 scene loses every WAN line, 1 other device loses its connection, 1 terminal loses its connection',
  ],
  [{ unnamed_cnt: 12 }, '共操作 12 台设备', 'it acts on 12 devices'],
  [{ unmanaged_cnt: 11 }, '11 台在线设备不再受管理', '11 online devices are no longer managed'],
])('zero counts are omitted: %j', (more, zh, en) => {
  expect(blastWords({ ...nothing, ...more }, 'zh')).toBe(zh)
  expect(blastWords({ ...nothing, ...more }, 'en')).toBe(en)
})
