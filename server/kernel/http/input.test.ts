import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import type { CallSpec } from '@belvedere/contract/kit/define-calls.ts'
import { Id, Ids, Line, Lines, Name } from '@belvedere/contract/kit/schema.ts'
import { inputCheck } from './input.ts'
import { Refusal } from '../refuse.ts'

const call = (properties: Record<string, any>): CallSpec => ({
  at: 'POST test/thing',
  does: { zh: '试', en: 'Try' },
  who: 'session',
  scene: 'none',
  in: Type.Object(properties),
  out: Type.Object({}),
})
const check = inputCheck(
  call({
    name: Name,
    ids: Type.Optional(Ids),
    limit: Type.Optional(Type.Integer({ default: 10 })),
    nav: Type.Optional(Type.Array(Type.Object({ slug: Type.String() }))),
  }),
)

test.each([
  [{ name: 'a', ids: '1,2' }, [1, 2]],
  [{ name: 'a', 'ids[]': ['1', '2'] }, [1, 2]],
  [{ name: 'a', 'ids[]': '7' }, [7]],
  [{ name: 'a', ids: '[1,2]' }, [1, 2]],
  [{ name: 'a', ids: { 0: '1', 1: '2' } }, [1, 2]],
  [{ name: 'a', ids: [1] }, [1]],
])('%j carries the ids', (payload, ids) => {
  expect(check(payload, 'en')).toEqual({ name: 'a', ids, limit: 10 })
})

test('fields outside the contract never reach a handler', () => {
  expect(check({ name: 'a', uid: '1', lang: 'cn', is_admin: 1, nav: [{ slug: 's', extra: 1 }] }, 'en')).toEqual({
    name: 'a',
    limit: 10,
    nav: [{ slug: 's' }],
  })
})

test('each wrong field is named in the language of the caller', () => {
  const refused = (lang: 'zh' | 'en') => {
    try {
      check({ limit: 'x' }, lang)
    } catch (error) {
      return (error as Refusal).data
    }
  }
  expect(refused('en')?.fields).toEqual({ name: 'is required', limit: 'has the wrong type' })
  expect(refused('zh')?.detail).toBe('name：必填；limit：类型不正确')
})

test('members that are not the payload’s own are not read', () => {
  expect(() => check(Object.create({ name: 'inherited' }), 'en')).toThrow(Refusal)
})

test('null clears nullable fields and is ignored elsewhere', () => {
  const place = inputCheck(
    call({ lat: Type.Optional(Type.Unsafe({ type: ['number', 'null'] })), limit: Type.Optional(Type.Integer()) }),
  )
  expect(place({ lat: null, limit: null }, 'en')).toEqual({ lat: null })
  expect(place({ lat: '0' }, 'en')).toEqual({ lat: 0 })
  expect(place({ lat: '' }, 'en')).toEqual({})
})

describe('values that the database cannot store are refused with their field', () => {
  const check = inputCheck({
    in: Type.Object({
      text: Type.Optional(Lines(64)),
      line: Type.Optional(Line()),
      name: Type.Optional(Name),
      id: Type.Optional(Id),
      rate: Type.Optional(Type.Number()),
      inner: Type.Optional(Type.Object({ list: Type.Array(Type.Record(Type.String(), Type.Unknown())) })),
    }),
  })
  const fieldsOf = (payload: Record<string, unknown>): string[] => {
    try {
      check(payload, 'en')
      return []
    } catch (refusal) {
      return Object.keys((refusal as { data: { fields: object } }).data.fields)
    }
  }
  const deep = (levels: number): unknown => (levels === 0 ? 1 : { in: deep(levels - 1) })

  test.each<[string, Record<string, unknown>, string[]]>([
    ['NUL', { text: 'a\u0000b' }, ['text']],
    ['half a surrogate pair', { text: 'a\ud800' }, ['text']],
    ['NUL in a key', { inner: { list: [{ 'a\u0000': 1 }] } }, ['inner.list.0']],
    ['NUL far inside', { inner: { list: [{ a: [{ b: '\u0000' }] }] } }, ['inner.list.0.a.0.b']],
    ['nested without end', { inner: { list: [{ a: deep(40) }] } }, [`inner.list.0.a${'.in'.repeat(29)}`]],
    ['a number that is none', { rate: '1e400' }, ['rate']],
    ['an id the store has no room for', { id: 2_147_483_648 }, ['id']],
    ['a line break in a line', { line: 'a\nb' }, ['line']],
    ['text turned around', { line: 'a\u202eb' }, ['line']],
    ['a name of zero-width characters', { name: '\u200b\u200b' }, ['name']],
    ['a name of control characters', { name: '\u0001' }, ['name']],
    ['a name of spaces', { name: '   ' }, ['name']],
    ['nothing of it', { text: 'a\nb\t😀', line: '一行 😀', name: ' 名 ', id: 1, rate: 1.5 }, []],
  ])('%s', (_, payload, fields) => {
    expect(fieldsOf(payload)).toEqual(fields)
  })
})
