import { Type } from 'typebox'
import { expect, test } from 'vitest'
import type { CallSpec } from '@belvedere/contract/kit/define-calls.ts'
import { Ids, Name } from '@belvedere/contract/kit/schema.ts'
import { inputCheck } from './input.ts'
import { Refusal } from './refuse.ts'

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

test('what the contract does not state never reaches a handler', () => {
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

test('null takes back what the schema lets be taken back, and says nothing elsewhere', () => {
  const place = inputCheck(
    call({ lat: Type.Optional(Type.Unsafe({ type: ['number', 'null'] })), limit: Type.Optional(Type.Integer()) }),
  )
  expect(place({ lat: null, limit: null }, 'en')).toEqual({ lat: null })
  expect(place({ lat: '0' }, 'en')).toEqual({ lat: 0 })
  expect(place({ lat: '' }, 'en')).toEqual({})
})
