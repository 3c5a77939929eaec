import { slideCaptcha } from '@belvedere/pure/sign-in/slide-captcha.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawCaptcha } from './captcha-picture.ts'

const { width, height, box } = slideCaptcha

async function pixels(image: Buffer) {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return (x: number, y: number) =>
    [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)] as number[]
}

const distance = (a: number[], b: number[]) => Math.max(...[0, 1, 2].map((at) => Math.abs((a[at] ?? 0) - (b[at] ?? 0))))

test('the piece is what was cut out of the gap', async () => {
  const { image, cut, gap, y } = await drawCaptcha()
  expect(await sharp(image).metadata()).toMatchObject({ format: 'jpeg', width, height })
  expect(await sharp(cut).metadata()).toMatchObject({ format: 'png', width: box, height: box, hasAlpha: true })
  expect(gap + box).toBeLessThanOrEqual(width)
  expect(y + box).toBeLessThanOrEqual(height)
  const [background, piece] = await Promise.all([pixels(image), pixels(cut)])
  const middle = [2 + slideCaptcha.piece / 2, box - 2 - slideCaptcha.piece / 2] as const
  const [r = 0, g = 0, b = 0, alpha] = piece(...middle)
  expect(alpha).toBe(255)
  expect(piece(0, 0)[3]).toBe(0)
  expect(piece(box - 1, box - 1)[3]).toBe(0)
  // the gap is the same picture, darkened to 45 %
  const dark = background(gap + middle[0], y + middle[1])
  const wanted = [r, g, b].map((value, at) => value * 0.45 + ([11, 18, 32][at] ?? 0) * 0.55)
  expect(distance(dark, wanted)).toBeLessThan(24)
})

test('no two captchas are alike, and a picture is small', async () => {
  const [one, two] = await Promise.all([drawCaptcha(), drawCaptcha()])
  expect(one.image.equals(two.image)).toBe(false)
  expect(one.image.length + one.cut.length).toBeLessThan(40_000)
})
