import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonText, jsonTexts, numbers, texts } from './columns.ts'
import { type Database, openDatabase } from './db.ts'
import { type TestDatabase, testDatabase } from './database/test-database.ts'

let place: TestDatabase
let db: Database
beforeAll(async () => {
  place = await testDatabase()
  db = openDatabase(place.url)
})
afterAll(async () => {
  await db?.close()
  await place?.drop()
})

test.each([[['a', '', null, 'b,{"}\\', "湖\n\t'"]], [['']], [[null]], [['', '']], [[]]])(
  'texts %j arrive as they were',
  async (list) => {
    const { back } = await db.one<{ back: unknown }>(sql`select ${texts(list)} as back`)
    expect(back).toEqual(list)
  },
)

test('separators and NUL within a text are dropped, nothing else of it', async () => {
  expect(await db.one(sql`select ${texts(['a\u001fb\u0000', 'c\u001e'])} as back`)).toEqual({ back: ['ab', 'c'] })
})

test('numbers arrive as they were', async () => {
  const list = [1, null, -2.5, 9_007_199_254_740_991]
  expect(numbers([Number.NaN, Number.POSITIVE_INFINITY, null])).toBe('{null,null,null}')
  expect(await db.one(sql`select ${numbers(list)}::float8[] as back, ${numbers([])}::int[] as none`)).toEqual({
    back: list,
    none: [],
  })
})

test.each([
  ['a\u0000b', 'ab'],
  ['\\u0000', '\\u0000'],
  ['\\\u0000\\', '\\\\'],
  ['\n\u0001', '\n\u0001'],
  ['\ud83d\ude00 \ud83d', '\ud83d\ude00 \ufffd'],
  ['\\ud83d \\\ude00\ude00', '\\ud83d \\\ufffd\ufffd'],
])('JSON of %j arrives as %j', async (value, arrives) => {
  expect(await db.one(sql`select ${jsonText({ value })}::jsonb as back`)).toEqual({ back: { value: arrives } })
})

test.each([[[{ a: 'x\u001fy\u001ez\u0000', b: ['湖', '\n'] }, 'only', 1]], [[]]])(
  'JSON texts %j arrive as they were',
  async (list) => {
    const { back } = await db.one<{ back: string[] }>(sql`select ${jsonTexts(list.map(jsonText))} as back`)
    expect(back.map((text) => JSON.parse(text) as unknown)).toEqual(
      list.map((one) => JSON.parse(JSON.stringify(one).replace('\\u0000', '')) as unknown),
    )
  },
)
