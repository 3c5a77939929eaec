import { expect, test } from 'vitest'
import { decodeText, encodeText } from './encoded-storage.ts'

test('encoded text is decoded unchanged, in any script', () => {
  const text = JSON.stringify({ nickName: '王小明 🛰', token: 'a'.repeat(300) })
  expect(encodeText(text)).not.toContain('token')
  expect(decodeText(encodeText(text))).toBe(text)
})

test('what was not encoded here counts as nothing', () => {
  expect(decodeText('{"a":1}')).toBeUndefined()
  expect(decodeText(btoa('\xff\xfe'))).toBeUndefined()
})
