import { expect, test } from 'vitest'
import { newToken } from './session.ts'

test('a token is long, of letters a shell and an address leave alone, and no option of a command line', () => {
  for (let n = 0; n < 2000; n++) expect(newToken()).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{42}$/)
})
