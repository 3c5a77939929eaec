import { expect, test } from 'vitest'
import { placeWords } from './api.ts'

test('a public address has a place in both languages, each name once', async () => {
  const [zh, en] = [await placeWords('114.114.114.114', 'zh'), await placeWords('114.114.114.114', 'en')]
  expect(zh).toMatch(/^中国/)
  expect(en).toMatch(/^China/)
  for (const words of [zh, en]) expect(new Set(words.split(' ')).size).toBe(words.split(' ').length)
})

test.each(['127.0.0.1', '192.168.1.1', '::ffff:10.0.0.1', '::1', 'nonsense', ''])('%j has none', async (ip) => {
  expect(await placeWords(ip, 'en')).toBe('')
})
