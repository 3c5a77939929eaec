import { describe, expect, test } from 'vitest'
import { roomCirclesOf } from './room-circles.ts'
import { parseSource } from '../source.ts'

const found = (texts: Record<string, string>) =>
  roomCirclesOf(Object.entries(texts).map(([path, text]) => parseSource(path, text))).map(
    ({ path, text }) => `${path} ${text}`,
  )

const contract = {
  'contract/rooms/scene/scene.ts': `import type { Counts } from '../device/shapes.ts'`,
  'contract/rooms/device/group.ts': `import { sceneMode } from '../scene/enums.ts'`,
}

describe('circles of rooms', () => {
  test('of the contract are refused, type imports included', () => {
    expect(found(contract)).toEqual(['contract/rooms/scene is part of a circle of rooms: scene → device → scene'])
  })

  const view = `import { DeviceAlarms } from '../../alarm/api.tsx'`
  const list = `import { nameOf } from '../../device/api.tsx'`

  test('of the console are refused where a room exports its files statically', () => {
    expect(
      found({
        'web/rooms/device/detail/view.tsx': view,
        'web/rooms/alarm/api.tsx': `export { DeviceAlarms } from './device/device-alarms.tsx'`,
        'web/rooms/alarm/log/view.tsx': list,
        'web/rooms/device/api.tsx': `export { nameOf } from './device-table/device.ts'`,
      }),
    ).toEqual(['web/rooms/device is part of a circle of rooms: device → alarm → device'])
  })

  test('are not closed by parts that load dynamically', () => {
    expect(
      found({
        'web/rooms/device/detail/view.tsx': view,
        'web/rooms/alarm/api.tsx': `export const DeviceAlarms = lazyPart(() => import('./device/device-alarms.tsx'), 'DeviceAlarms')`,
        'web/rooms/alarm/log/view.tsx': list,
        'web/rooms/device/api.tsx': `export { nameOf } from './device-table/device.ts'`,
      }),
    ).toEqual([])
  })
})
