import sharp from 'sharp'
import { expect, test } from 'vitest'
import { dataUrl, redraw } from './redraw.ts'

const made = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3b6ef0' } }).withExif({
    IFD0: { Copyright: 'SECRET-PLACE' },
  })
const square = { width: 96, height: 96, fit: 'cover', as: 'webp' } as const

test.each([
  ['cover', 'webp', 300, 200, 96, 96],
  ['contain', 'png', 300, 200, 96, 96],
  ['inside', 'webp', 300, 200, 96, 64],
  ['inside', 'png', 30, 20, 30, 20],
] as const)(
  '%s as %s: %d × %d becomes %d × %d, and carries nothing else',
  async (fit, as, from, high, width, height) => {
    for (const bytes of [await made(from, high).png().toBuffer(), await made(from, high).jpeg().toBuffer()]) {
      const drawn = await redraw(bytes, { ...square, fit, as })
      expect(drawn).toMatchObject({ width, height })
      expect(await sharp(drawn?.bytes).metadata()).toMatchObject({ format: as, width, height })
      expect(drawn?.bytes.includes('SECRET-PLACE')).toBe(false)
    }
  },
)

test('a rotated picture is turned upright', async () => {
  const turned = await made(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const drawn = await redraw(turned, { width: 300, height: 300, fit: 'inside', as: 'png' })
  expect(drawn).toMatchObject({ width: 200, height: 300 })
})

test('other formats are refused', async () => {
  const png = await made(400, 400).png().toBuffer()
  const others = [
    Buffer.alloc(0),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
    Buffer.from('RIFF\x01\x02\x03\x04WAVEfmt '),
    Buffer.from('%PDF-1.7'),
    await made(10, 10).gif().toBuffer(),
    await made(10, 10).tiff().toBuffer(),
    png.subarray(0, 120),
    await made(9000, 9000).png().toBuffer(),
  ]
  for (const bytes of others) expect(await redraw(bytes, square)).toBeUndefined()
})

test('as a text for pages', () => {
  expect(dataUrl({ bytes: Buffer.from('x') }, 'png')).toBe('data:image/png;base64,eA==')
})
