import { expect, test } from 'vitest'
import { catalogueBreachesOf } from './catalogue-rules.ts'

const row = { situation: 'Unknown route', provedIn: 'e2e/guards.e2e.ts', by: 'leads on' }
const textOf = (path: string) => (path === row.provedIn ? 'test: it leads on' : undefined)

test('a row with an existing proof', () => expect(catalogueBreachesOf([row], textOf)).toEqual([]))

test.each([
  ['other words', { ...row, by: 'leads away' }],
  ['no words', { ...row, by: '' }],
  ['a file that is not there', { ...row, provedIn: 'e2e/gone.e2e.ts' }],
  ['a file that is no test', { ...row, provedIn: 'web/kit/calls/refusal.ts' }],
])('%s are found', (_what, wrong) => expect(catalogueBreachesOf([wrong], textOf)).toHaveLength(1))
