import { expect, test } from 'vitest'
import { bounded, masked } from './bounded.ts'

test('keeps plain data as it is', () => {
  const data = { a: 1, b: ['x', null, true], c: { d: 'e' } }
  expect(bounded(data)).toEqual(data)
})

test('masks members that look like secrets, at any depth', () => {
  const copy = bounded({ wifi: { passphrase: 'a', psk: 'b' }, list: [{ userPassword: 'c', api_token: 'd', key: 'e' }] })
  expect(copy).toEqual({
    wifi: { passphrase: masked, psk: masked },
    list: [{ userPassword: masked, api_token: masked, key: masked }],
  })
})

test('limits width, depth and length', () => {
  const wide = bounded(
    Array.from({ length: 10_000 }, () => ({ a: 1 })),
    100,
  ) as unknown[]
  expect(JSON.stringify(wide).length).toBeLessThan(1000)
  let deep: unknown = 'bottom'
  for (let i = 0; i < 10_000; i++) deep = [deep]
  expect(JSON.stringify(bounded(deep)).length).toBeLessThan(100)
  expect(bounded('x'.repeat(5000))).toHaveLength(1024)
})

test('drops prototypes', () => {
  const copy = bounded(JSON.parse('{"__proto__":{"polluted":1},"a":2}')) as Record<string, unknown>
  expect(copy.polluted).toBeUndefined()
  expect(copy.a).toBe(2)
})
