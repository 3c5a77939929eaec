import { afterAll, beforeAll, expect, test } from 'vitest'
import { introduce } from '../../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterAll(() => server?.close())

const addScene = async (name: string): Promise<number> => (await server.call(token, 'POST scene', { name })).data.id
const addDevice = async (sn: string, scene_id: number): Promise<number> =>
  (await server.call(token, 'POST device/add', { sn, scene_id })).data.id

/** The count that a list reports without reading its rows, and the number of its rows. */
async function counted(request: Record<string, unknown>): Promise<number> {
  const { total, list } = (await server.call(token, 'GET device/all', { limit: 500, ...request })).data
  expect(list).toHaveLength(total)
  return total
}

test('the count of a list is correct when devices are added, change their type, move and are removed', async () => {
  const [one, two] = [await addScene('One'), await addScene('Two')]
  const first = await addDevice('0c2222aa0001', one)
  await addDevice('0c2222aa0002', one)
  await introduce(server.system, '0c2222aa0003')
  const third = await addDevice('0c2222aa0003', two)
  const totals = async () => [await counted({}), await counted({ scene_id: one }), await counted({ scene_id: two })]
  expect(await totals()).toEqual([3, 2, 1])

  await server.call(token, 'PUT device', { id: first, type: 2 })
  expect([await counted({ type: 2 }), await counted({ scene_id: one, type: 7 })]).toEqual([1, 1])
  expect([await counted({ types: [2] }), await counted({ types: [2, 7] })]).toEqual([1, 2])
  expect(await counted({ types: [0, 4] })).toBe(0)
  await server.call(token, 'PUT device', { id: first, scene_id: two })
  expect(await totals()).toEqual([3, 1, 2])
  expect(await counted({ scene_id: two, type: 2 })).toBe(1)

  await server.call(token, 'DELETE device', { ids: [third] })
  expect(await totals()).toEqual([2, 1, 1])
  await server.call(token, 'DELETE scene', { id: two, force: 1, name: 'Two' })
  expect([await counted({}), await counted({ scene_id: one })]).toEqual([1, 1])
})
