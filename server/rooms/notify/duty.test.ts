import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { dutyErrors as errors } from '@belvedere/contract/rooms/notify/duty-errors.ts'
import { userErrors } from '@belvedere/contract/rooms/notify/user-errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'

let server: TestServer
let token: string
const people: number[] = []

beforeAll(async () => {
  server = await startTestServer(['--webhook-inside', 'allow'])
  token = await server.signIn()
  for (const name of ['Ann', 'Bob']) {
    const settings = { webhook: `http://127.0.0.1:9/${name}` }
    people.push((await call('POST alarm/user', { type: 3, name, provider: 'webhook', settings })).data.id)
  }
})
afterAll(() => server?.close())

const call = (at: `${string} ${string}`, payload?: Record<string, unknown>) => server.call(token, at, payload)
const show = async () => (await call('GET alarm/duty', {})).data
const rota = (more = {}) => ({
  member_ids: people,
  every_days: 1,
  minute: 0,
  first_day: '2026-01-01',
  time_zone: 'UTC',
  rev: 0,
  ...more,
})

test('there is none until one is added; it returns who is on duty and who is next', async () => {
  expect(await show()).toMatchObject({ rev: 0, member_ids: [], now: null, next: null, next_at: null })
  expect((await call('PUT alarm/duty', rota())).data).toEqual({ rev: 1 })
  const { now, next, next_at, members } = await show()
  expect([now.id, next.id].toSorted((a, b) => a - b)).toEqual(people)
  expect(members.map(({ name }: { name: string }) => name)).toEqual(['Ann', 'Bob'])
  expect(next_at % 86_400).toBe(0)
  await call('PUT alarm/user', { id: now.id, rev: 1, status: 0 })
  expect((await show()).now).toEqual(next)
  await call('PUT alarm/user', { id: now.id, rev: 2, status: 1 })
})

test('invalid input is refused', async () => {
  const code = async (more: object) => (await call('PUT alarm/duty', rota({ rev: 1, ...more }))).code
  expect(await code({ rev: 0 })).toBe(commonErrors.changedMeanwhile.code)
  expect(await code({ time_zone: 'Moon/Sea' })).toBe(userErrors.unknownTimeZone.code)
  expect(await code({ member_ids: [4711] })).toBe(errors.noSuchContact.code)
  expect(await code({ first_day: '2026-13-01' })).toBe(commonErrors.badInput.code)
})

test('it is undone from the operation log', async () => {
  const turned = people.toReversed()
  await call('PUT alarm/duty', rota({ rev: 1, member_ids: turned }))
  await call('PUT alarm/duty', rota({ rev: 2, member_ids: people.slice(1) }))
  const [last] = (await call('GET log/sys', { object: 'alarm-duty' })).data.list
  expect((await call('POST log/undo', { id: last.id })).code).toBe(0)
  expect((await show()).member_ids, 'in their order').toEqual(turned)
  await call('PUT alarm/duty', rota({ rev: (await show()).rev, member_ids: [] }))
  expect(await show()).toMatchObject({ rev: 0, member_ids: [] })
})
