import { expect, test } from 'vitest'
import { newToken } from './session.ts'

test('a token is long, safe in shells and addresses, and no command line option', () => {
  for (let n = 0; n < 2000; n++) expect(newToken()).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{42}$/)
})
