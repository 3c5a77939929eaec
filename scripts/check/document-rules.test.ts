import { expect, test } from 'vitest'
import { documentBreachesOf } from './document-rules.ts'

const isThere = (path: string) => path === 'server/kernel/access.ts'

test('a document that names what is there', () => {
  expect(documentBreachesOf('docs/a.md', 'kept in `server/kernel/access.ts`, see `npm start`', isThere)).toEqual([])
})

test('a document that names what is gone', () => {
  expect(documentBreachesOf('docs/a.md', 'first\nkept in `server/kernel/gone.ts`', isThere)).toEqual([
    { path: 'docs/a.md', line: 2, text: 'names server/kernel/gone.ts, which is not there' },
  ])
})
