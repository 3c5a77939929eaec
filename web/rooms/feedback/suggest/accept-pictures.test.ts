import { expect, test } from 'vitest'
import { acceptPictures } from './accept-pictures.ts'

const one = (name: string, type = 'image/png', size = 1000) => ({ name, type, size })
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join()

test('what fits is added, the rest named', () => {
  const had = [one('a')]
  expect(names(acceptPictures(had, [one('b'), one('c', 'image/jpeg')]).accepted)).toBe('a,b,c')
  const svg = acceptPictures(had, [one('x.svg', 'image/svg+xml'), one('b')])
  expect([names(svg.accepted), svg.refused]).toEqual(['a,b', expect.stringContaining('x.svg')])
  const large = acceptPictures(had, [one('large', 'image/png', (5 << 20) + 1)])
  expect([names(large.accepted), large.refused]).toEqual(['a', expect.stringContaining('5 MB')])
  const many = acceptPictures(
    had,
    [...'bcdefg'].map((name) => one(name)),
  )
  expect([names(many.accepted), many.refused]).toEqual(['a,b,c,d,e', expect.stringContaining('5')])
  expect(acceptPictures(had, [one('b')]).refused).toBeUndefined()
})
