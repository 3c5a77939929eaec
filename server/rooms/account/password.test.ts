import { passwordLevel } from '@belvedere/pure/sign-in/password-level.ts'
import { expect, test } from 'vitest'
import { generatePassword, hashPassword, isPassword } from './password.ts'

const asker = { who: 'test', isFirst: false }

test('only the stored password is accepted', async () => {
  const hash = await hashPassword('Correct-1')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await isPassword('Correct-1', hash, asker)).toBe(true)
  expect(await isPassword('correct-1', hash, asker)).toBe(false)
  expect(await hashPassword('Correct-1')).not.toBe(hash)
})

test('the costs are read from the stored hash', async () => {
  // a test vector of the reference implementation (phc-winner-argon2, src/test.c)
  const hash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
  expect(await isPassword('password', hash, asker)).toBe(true)
})

test('without a stored hash no password matches', async () => {
  expect(await isPassword('anything-1', undefined, asker)).toBe(false)
})

test('generated passwords have the highest level and differ', () => {
  const made = Array.from({ length: 50 }, generatePassword)
  expect(new Set(made).size).toBe(50)
  expect(made.filter((one) => passwordLevel(one) < 3)).toEqual([])
})
