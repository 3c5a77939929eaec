import { feedbackErrors as errors } from '@belvedere/contract/rooms/feedback/errors.ts'
import { expect, test } from 'vitest'
import { whyNotReply, whyNotWithdraw, wrongPictures } from './rules.ts'

const bytes = (text: string, length = text.length) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(length)])
const png = '\x89PNG\r\n\x1a\n'

test('pictures are bounded in number and size', () => {
  const one = { filename: 'a.png', bytes: bytes(png) }
  expect(wrongPictures([])).toBeUndefined()
  expect(wrongPictures([one, one, one, one, one])).toBeUndefined()
  expect(wrongPictures([one, one, one, one, one, one])?.error).toBe(errors.tooManyPictures)
  expect(wrongPictures([{ ...one, bytes: bytes(png, 5 << 20) }])?.error).toBe(errors.pictureTooLarge)
})

test.each([
  [0, undefined, undefined],
  [1, undefined, undefined],
  [2, undefined, undefined],
  [3, errors.ended, undefined],
  [4, errors.ended, undefined],
  [5, errors.withdrawn, errors.withdrawn],
])('status %d', (status, withdraw, reply) => {
  expect([whyNotWithdraw(status), whyNotReply({ status, reply_cnt: 199 })?.error]).toEqual([withdraw, reply])
})

test('a conversation has an end', () => {
  expect(whyNotReply({ status: 0, reply_cnt: 200 })?.error).toBe(errors.tooLong)
})
