import { expect, test } from 'vitest'
import { knownTypes, readAnswer } from './cgi-answer.ts'

test('a page of rows, the marker for unsupported models, and any other refusal', () => {
  expect(readAnswer({ code: 0, msg: '', data: { total: 7, list: [{ a: 1 }] } })).toEqual({
    kind: 'page',
    page: { total: 7, list: [{ a: 1 }] },
  })
  expect(readAnswer({ code: 1, msg: 'Not support', data: null })).toEqual({ kind: 'unsupported' })
  expect(readAnswer({ code: 2, msg: 'busy', data: null })).toEqual({ kind: 'failed', msg: 'busy' })
  expect(readAnswer({ code: 0, msg: '', data: null })).toEqual({ kind: 'page', page: { total: 0, list: [] } })
})

test('types come in the order of the catalogue and unknown ones are left out', () => {
  expect(knownTypes(['system', 'made-up', 'interfaces'])).toEqual(['interfaces', 'system'])
})
