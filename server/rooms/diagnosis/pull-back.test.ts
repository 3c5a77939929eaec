import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { pullBack } from './pull-back.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

test('what a clock of years ahead has set is pulled back to the next moment, and what is right stays', async () => {
  const token = await server.signIn()
  const { id: scene_id } = (await server.call(token, 'POST scene', { name: 'Hotel' })).data
  const week = { on: 1, weekdays: ['1'], time: '03:00' }
  const radio = { ...week, threshold: 10, dfs: 0, width: 0, power: 0 }
  const set = async (at: `${string} ${string}`, payload: object) => {
    const { code, msg } = await server.call(token, at, { scene_id, ...payload })
    expect(code, `${at} ${msg}`).toBe(0)
  }
  await set('POST scene/score/timer', week)
  await set('POST scene/optimize/timer', radio)
  const {
    next_at: _,
    mail: __,
    logo: ___,
    ...profile
  } = (await server.call(token, 'GET scene/report/profile', { scene_id })).data
  await set('POST scene/report/profile', { ...profile, on: 1 })
  const moments = () =>
    server.system.db.one(sql`
      select (select next_at from patrol_timer) as patrol, (select next_at from radio_timer) as radio,
        (select next_at from report_profile) as report`)
  const right = await moments()
  await pullBack.run({}, server.system)
  expect(await moments()).toEqual(right)
  for (const table of ['patrol_timer', 'radio_timer', 'report_profile'])
    await server.system.database.pool.query(`update ${table} set next_at = next_at + 315360000`)
  await pullBack.run({}, server.system)
  expect(await moments()).toEqual(right)
})
