import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { defineCalls } from '../contract/kit/define-calls.ts'
import { projectModule } from './contract-calls-plugin.ts'

const words = { zh: '甲', en: 'a' }
const calls = defineCalls({
  list: {
    at: 'GET thing',
    does: words,
    who: 'thing.read',
    scene: 'read',
    in: Type.Object({ page: Type.Integer() }),
    out: Type.Object({}),
    shows: ['thing'],
  },
  load: {
    at: 'GET thing/load',
    does: words,
    who: 'session',
    scene: 'none',
    in: Type.Object({}),
    out: Type.Object({}),
    blob: true,
  },
  remove: {
    at: 'DELETE thing',
    does: words,
    who: 'session',
    scene: 'none',
    in: Type.Object({}),
    out: Type.Object({}),
    undoable: true,
  },
})

test('only what a browser needs of a call is left', () => {
  expect(projectModule({ thingCalls: calls, Row: Type.Object({}), helper: () => 1 })).toBe(
    'export const thingCalls = {"list":{"at":"GET thing","who":"thing.read","shows":["thing"]},"load":{"at":"GET thing/load","who":"session","blob":true},"remove":{"at":"DELETE thing","who":"session","undoable":true}}',
  )
})

test('a file without calls becomes an empty module', () => {
  expect(projectModule({ Row: Type.Object({}) })).toBe('export {}')
})
