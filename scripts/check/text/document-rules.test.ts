import { expect, test } from 'vitest'
import { documentBreachesOf, unprovedRulesIn, walkBreachesIn } from './document-rules.ts'

const isThere = (path: string) => path === 'server/kernel/access.ts'

test('a document that names existing files', () => {
  expect(documentBreachesOf('docs/a.md', 'kept in `server/kernel/access.ts`, see `npm start`', isThere)).toEqual([])
})

test('a document that names a missing file', () => {
  expect(documentBreachesOf('docs/a.md', 'first\nkept in `server/kernel/gone.ts`', isThere)).toEqual([
    { path: 'docs/a.md', line: 2, text: 'names server/kernel/gone.ts, which does not exist' },
  ])
})

test('a rule names its test', () => {
  const table =
    '| rule | proof |\n| --- | --- |\n| Names are unique. | `server/a.test.ts` |\n| Names are short. | `server/a.ts` |'
  expect(unprovedRulesIn('docs/rules.md', table)).toEqual([
    { path: 'docs/rules.md', line: 4, text: 'the rule names no test' },
  ])
})

test('a walk names files, and code that they contain', () => {
  const files: Readonly<Record<string, string>> = { 'server/a.ts': 'export function reboot() {}' }
  const walk =
    '# Map\n\n## Rooms\n\n1. Nothing.\n\n## A request, walked\n\nText.\n\n1. `server/a.ts` calls `task.reboot()`.\n2. It is `gone`:\n   `server/a.ts`.\n3. No file.\n\n## End\n'
  expect(walkBreachesIn('ARCHITECTURE.md', walk, (path) => files[path])).toEqual([
    { path: 'ARCHITECTURE.md', line: 12, text: 'names gone, which no file of its step contains' },
    { path: 'ARCHITECTURE.md', line: 14, text: 'the step names no file' },
  ])
})
