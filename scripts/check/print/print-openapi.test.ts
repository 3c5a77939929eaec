import { expect, test } from 'vitest'
import { printOpenApi } from './print-openapi.ts'

test('values that are listed in the code are printed, those of a folder are not', () => {
  const kind = { type: 'string', enum: ['lan', 'wan'], 'x-values-of': 'contract/intents' }
  const state = { type: 'integer', enum: [0, 1] }
  expect(JSON.parse(printOpenApi({ properties: { kind, state } }))).toEqual({
    properties: { kind: { type: 'string', 'x-values-of': 'contract/intents' }, state },
  })
})
