import { expect, test } from 'vitest'
import { filesOf } from './budget.ts'

const loads = {
  start: ['start.js'],
  parts: { shell: ['shell.js', 'fields.js'], view: ['view.js', 'fields.js'] },
  screens: [],
}

test('a file that two parts need counts once', () => {
  expect(filesOf(loads, 'shell', 'view')).toEqual(['start.js', 'shell.js', 'fields.js', 'view.js'])
})

test('a part that was not built is no small part', () => {
  expect(() => filesOf(loads, 'gone')).toThrow('gone')
})
