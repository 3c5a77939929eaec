import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { pullBackTimers as pullBackPlans } from '../optimize/run-timers.job.ts'
import { pullBackTimers as pullBackPatrols } from '../patrol/run/run-timers.job.ts'
import { pullBackTimers as pullBackReports } from './run-schedules.job.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

let scene_id = 0
let token = ''
const moments = () =>
  server.system.db.one<Record<'patrol' | 'radio' | 'report', number>>(sql`
    select (select next_at from patrol_timer) as patrol, (select next_at from radio_timer) as radio,
      (select next_at from report_profile) as report`)

const pullBack = async () => {
  for (const job of [pullBackPatrols, pullBackPlans, pullBackReports]) await job.run({}, server.system)
}

test('a time set too far ahead by a wrong clock is corrected to the next time, and correct ones stay', async () => {
  token = await server.signIn()
  scene_id = (await server.call(token, 'POST scene', { name: 'Hotel', time_zone: 'Asia/Shanghai' })).data.id
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
  const right = await moments()
  await pullBack()
  expect(await moments()).toEqual(right)
  for (const table of ['patrol_timer', 'radio_timer', 'report_profile'])
    await server.system.database.pool.query(`update ${table} set next_at = next_at + 315360000`)
  await pullBack()
  expect(await moments()).toEqual(right)
})

test('all follow the time zone of their scene', async () => {
  const before = await moments()
  const changed = await server.call(token, 'PUT scene', { id: scene_id, rev: 1, time_zone: 'Asia/Tokyo' })
  expect(changed.code, changed.msg).toBe(0)
  const hour = (moment: number) => new Date(moment * 1000).toISOString().slice(11, 16)
  const hours = Object.values(before).map((moment) => hour(moment - 3600))
  await expect.poll(async () => Object.values(await moments()).map(hour)).toEqual(hours)
})
