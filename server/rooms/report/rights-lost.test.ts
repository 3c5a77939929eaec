import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { foundTeam } from '../account/api.ts'
import { letGuestIn } from '../scene/api.ts'
import { optimizeScene } from '../optimize/run-timers.job.ts'
import { runTimers as runPatrols } from '../patrol/run/run-timers.job.ts'
import { runSchedules } from './run-schedules.job.ts'

let server: TestServer
let token: string
let scene_id: number
let guest: number
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  scene_id = (await server.call(token, 'POST scene', { name: 'Hotel' })).data.id
  const start = { team: 'guest', account: 'guest', password: 'Member-2026', now: server.system.now() }
  guest = (await foundTeam(server.system, start)).uid
})
afterAll(() => server?.close())

/** Sets it like the console, then makes it the guest's and due; the guest has no share. */
async function due(table: 'patrol_timer' | 'radio_timer' | 'report_profile'): Promise<void> {
  await server.system.database.pool.query(`update ${table} set next_at = 1, uid = $1`, [guest])
}
const fine = async (at: `${string} ${string}`, payload: object) => {
  const { code, msg } = await server.call(token, at, { scene_id, ...payload })
  expect(code, msg).toBe(0)
}
const logged = async (object: string) =>
  (await server.call(token, 'GET log/sys', { limit: 50 })).data.list.find(
    (one: { object: string; way: string }) => one.object.startsWith(object) && one.way === 'timer',
  )

test('a scheduled patrol stops when its account lost the right, and the log states why', async () => {
  await fine('POST scene/score/timer', { on: 1, weekdays: ['1'], time: '03:00' })
  await due('patrol_timer')
  await runPatrols.run({}, server.system)
  const timer = await server.system.db.one(sql`select enabled, next_at from patrol_timer`)
  expect(timer).toEqual({ enabled: false, next_at: null })
  expect(await logged('patrol-timer')).toMatchObject({ after: { on: 0, reason: 'share_ended' } })
})

test('scheduled optimization of channels stops, and the log states why', async () => {
  await fine('POST scene/optimize/timer', {
    on: 1,
    weekdays: ['1'],
    time: '03:00',
    threshold: 10,
    dfs: 0,
    width: 0,
    power: 0,
  })
  const { fields } = await server.system.db.one<{ fields: never }>(sql`select fields from radio_timer`)
  await optimizeScene.run({ scene_id, uid: guest, by: 'guest', fields }, server.system)
  const timer = await server.system.db.one<{ fields: { on: number }; next_at: null }>(
    sql`select fields, next_at from radio_timer`,
  )
  expect([timer.fields.on, timer.next_at]).toEqual([0, null])
  expect(await logged('radio-timer')).toMatchObject({ after: { on: 0, reason: 'share_ended' } })
})

test('a scheduled report is in the list as failed, with the reason in words', async () => {
  const {
    next_at: _,
    mail: __,
    logo: ___,
    ...profile
  } = (await server.call(token, 'GET scene/report/profile', { scene_id })).data
  await fine('POST scene/report/profile', { ...profile, on: 1 })
  await due('report_profile')
  await letGuestIn(server.system, scene_id, guest, 3, server.system.now())
  await runSchedules.run({}, server.system)
  const list = async () => (await server.call(token, 'GET scene/report', { scene_id })).data.list
  await expect.poll(async () => (await list())[0]?.state).toBe('failed')
  expect((await list())[0].said).toMatch(/共享给发起者的权限/)
})
