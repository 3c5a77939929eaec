import { expect, test } from 'vitest'
import { patternOf } from './first-load-plugin.ts'

test.each([
  ['/index', '/index', true],
  ['/index', '/index/more', false],
  ['/config/device/$kind', '/config/device/ap', true],
  ['/config/device/$kind', '/config/device', false],
  ['/login/{-$clear}', '/login', true],
  ['/login/{-$clear}', '/login/clear', true],
  ['/login/{-$clear}', '/login/clear/all', false],
])('the address %s and %s', (path, address, fits) => {
  expect(new RegExp(patternOf(path)).test(address)).toBe(fits)
})
