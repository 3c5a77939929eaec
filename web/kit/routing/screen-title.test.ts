import { expect, test } from 'vitest'
import { screen } from '../../rooms/log/sys/screen.ts'
import { screenTitle } from './screen-title.ts'

test('a tab that shows something else has a title of its own', () => {
  expect(screenTitle(screen).en).toBe('Operations')
  expect(screenTitle(screen, 'operations').en).toBe('Operations')
  expect(screenTitle(screen, 'devices').en).toBe('Device logs')
  expect(screenTitle(screen, 'toString').en).toBe('Operations')
  expect(screenTitle({ title: screen.title }, 'devices').en).toBe('Operations')
})
