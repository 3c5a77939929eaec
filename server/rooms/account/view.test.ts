import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { accountErrors as errors } from '@belvedere/contract/rooms/account/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'

let server: TestServer
let owner: string
let other: string
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signIn()
  await server.call(owner, 'POST user/member', { account: 'view-ann', role: 3, password: 'Annes-pass-2026' })
  other = await server.signIn('view-ann', 'Annes-pass-2026')
})
afterAll(() => server?.close())

const state = { limit: 50, orderby: 'cpu desc', search: 'ap', filters: { online: '0' }, columns: ['name', 'cpu'] }
const add = (name: string, more = {}) =>
  server.call(owner, 'POST user/view', { list: 'device/ap', name, state, ...more })
const names = async (token: string, list?: string) =>
  (await server.call(token, 'GET user/view', { ...(list && { list }) })).data.list.map(
    ({ name, usual }: { name: string; usual: number }) => `${name}${usual ? '*' : ''}`,
  )

test('a view is stored as saved, for its owner only, even for read-only users', async () => {
  const { data } = await add(' 离线 ')
  expect(data).toEqual({ id: data.id, list: 'device/ap', name: '离线', usual: 0, state })
  expect((await server.call(owner, 'GET user/view')).data.list).toEqual([data])
  expect(await names(other)).toEqual([])
  expect((await server.call(other, 'PUT user/view', { id: data.id, name: 'x' })).code).toBe(commonErrors.notFound.code)
  expect((await server.call(other, 'DELETE user/view', { id: data.id })).code).toBe(commonErrors.notFound.code)
  expect((await server.call(other, 'POST user/view', { list: 'scene', name: '离线', state })).code).toBe(0)
})

test('a name is unique in a list, ignoring case; other lists are independent', async () => {
  expect((await add('Busy')).code).toBe(0)
  expect(await add('BUSY')).toMatchObject({
    code: errors.viewName.code,
    data: { fields: { name: errors.viewName.zh } },
  })
  const { data } = await add('Busy', { list: 'scene' })
  expect(await names(owner, 'scene')).toEqual(['Busy'])
  await add('Calm', { list: 'scene' })
  expect((await server.call(owner, 'PUT user/view', { id: data.id, name: 'calm' })).code).toBe(errors.viewName.code)
  expect((await server.call(owner, 'PUT user/view', { id: data.id, name: 'BUSY' })).data.name).toBe('BUSY')
})

test('at most one view of a list is the default', async () => {
  const first = (await add('First', { list: 'log/task', usual: 1 })).data
  const second = (await add('Second', { list: 'log/task', usual: 1 })).data
  expect(await names(owner, 'log/task')).toEqual(['First', 'Second*'])
  await server.call(owner, 'PUT user/view', { id: first.id, usual: 1 })
  expect(await names(owner, 'log/task')).toEqual(['First*', 'Second'])
  await server.call(owner, 'PUT user/view', { id: first.id, usual: 0, state: { ...state, search: 'x' } })
  expect((await server.call(owner, 'GET user/view', { list: 'log/task' })).data.list[0]).toMatchObject({
    usual: 0,
    state: { search: 'x' },
  })
  await server.call(owner, 'DELETE user/view', { id: second.id })
  expect(await names(owner, 'log/task')).toEqual(['First'])
})

test('values beyond the limits are refused', async () => {
  const huge = { ...state, filters: Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`f${n}`, '1'])) }
  expect((await add('Huge', { state: huge })).code).toBe(commonErrors.badInput.code)
  expect((await add('Long', { state: { ...state, search: 'x'.repeat(129) } })).code).toBe(commonErrors.badInput.code)
  for (let n = 0; n < 200; n++) await add(`many ${n}`, { list: 'many' })
  expect((await add('one more')).code).toBe(errors.tooManyViews.code)
})
