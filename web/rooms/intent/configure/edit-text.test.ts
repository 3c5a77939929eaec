import { expect, test } from 'vitest'
import { lang } from '../../../kit/words/words.ts'
import { fieldsText, isOpenWifi } from './edit-text.ts'

const zh = lang === 'zh'

test('an edit is shown in the words of the forms', () => {
  const wifi = { kind: 'wireless' as const, key: 'Shop' }
  const told = fieldsText({
    ...wifi,
    set: { ssid: 'Shop', security: 'Disable', hidden: 1, password: true, encoding: 'UTF-8' },
  })
  expect(told).toContain(zh ? '无线名称（SSID） Shop' : 'Name (SSID) Shop')
  expect(told).toContain(zh ? '隐藏名称 开' : 'Hidden On')
  expect(told).toContain('••••••')
  expect(told).not.toMatch(/ssid|security|hidden |password|encoding/)
  expect(fieldsText({ kind: 'radio', key: '5g', set: { power: 20 } })).toBe(
    zh ? '发射功率 20 dBm' : 'Transmit power 20 dBm',
  )
  expect(fieldsText({ kind: 'lan', key: 'x', set: { dhcp_hours: 12 } })).toMatch(/12 h$/)
  expect(fieldsText({ kind: 'raw', key: 'x', set: { document: { a: 1 } } })).toContain('{"a":1}')
})

test.each([
  [0, { security: 'Disable' }, true],
  [2, { security: 'Disable' }, true],
  [0, {}, true],
  [2, {}, false],
  [0, { security: 'WPA2PSK' }, false],
  [0, { enable: 0 }, false],
] as const)('a network at level %i that sets %o is open: %s', (level, set, want) =>
  expect(isOpenWifi({ kind: 'wireless', level, set })).toBe(want),
)

test('a removed entry, or one that is not a network, is not open', () => {
  expect(isOpenWifi({ kind: 'lan', level: 0, set: {} })).toBe(false)
  expect(isOpenWifi({ kind: 'wireless', level: 0, set: null })).toBe(false)
})
