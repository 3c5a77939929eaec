import { feedbackErrors as errors } from '@belvedere/contract/rooms/feedback/errors.ts'
import { expect, test } from 'vitest'
import { pictureKind, whyNotReply, whyNotWithdraw, wrongPictures } from './rules.ts'

const bytes = (text: string, length = text.length) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(length)])
const png = '\x89PNG\r\n\x1a\n'

test.each([
  [png, 'png'],
  ['\xff\xd8\xff\xe0', 'jpeg'],
  ['RIFF\x01\x02\x03\x04WEBPVP8 ', 'webp'],
  ['RIFF\x01\x02\x03\x04WAVEfmt ', undefined],
  ['GIF89a', undefined],
  ['<svg xmlns="http://www.w3.org/2000/svg">', undefined],
  ['%PDF-1.7', undefined],
  ['', undefined],
])('the first bytes tell what a picture is: %j', (text, kind) => {
  expect(pictureKind(bytes(text))).toBe(kind)
})

test('pictures are bounded in number and size', () => {
  const one = { filename: 'a.png', bytes: bytes(png) }
  expect(wrongPictures([])).toBeUndefined()
  expect(wrongPictures([one, one, one, one, one])).toBeUndefined()
  expect(wrongPictures([one, one, one, one, one, one])?.error).toBe(errors.tooManyPictures)
  expect(wrongPictures([{ ...one, bytes: bytes(png, 5 << 20) }])?.error).toBe(errors.pictureTooLarge)
  expect(wrongPictures([one, { filename: 'b.png', bytes: bytes('<script>') }])).toMatchObject({
    error: errors.noPicture,
    values: { name: 'b.png' },
  })
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
