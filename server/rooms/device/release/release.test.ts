import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../kernel/test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterAll(() => server?.close())

/** A device with one stored configuration; returns its ids and the file's name. */
async function deviceWithBackup(sn: string, scene_id: number, text: string): Promise<{ id: number; file: string }> {
  const { id } = (await server.call(token, 'POST device/add', { sn, scene_id })).data
  const file = await server.system.files.put(Buffer.from(text))
  await server.system.db.run(sql`
    with c as (
      insert into device_content as c (digest, format, bytes, sha256, stored, file) values (${file}, 'archive', 1, ${file}, 1, ${file})
      on conflict (digest) do update set digest = c.digest returning id
    ) insert into device_backup (device_id, content_id, sha256, created_at) select ${id}, c.id, ${file}, 1 from c`)
  return { id, file }
}

/** The week for undoing a release passes. */
async function forgetReleased(): Promise<void> {
  await server.system.db.run(sql`update deleted_snapshot set until = ${server.system.now() - 10}`)
  for (const job of ['log.drop-snapshots', 'device.drop-contents'])
    await server.house.jobs.find(({ name }) => name === job)?.run({}, server.system)
}

test('the configurations of a device are removed with it, and with its scene; one that another device has too stays', async () => {
  const { id: scene_id } = (await server.call(token, 'POST scene', { name: 'Short' })).data
  const { id: stays } = (await server.call(token, 'POST scene', { name: 'Long' })).data
  const first = await deviceWithBackup('0c3333aa0001', scene_id, 'one')
  const second = await deviceWithBackup('0c3333aa0002', scene_id, 'two')
  const shared = await deviceWithBackup('0c3333aa0003', scene_id, 'three')
  await deviceWithBackup('0c3333aa0004', stays, 'three')
  const kept = () => Promise.all([first, second, shared].map(({ file }) => server.system.files.has(file)))

  await server.call(token, 'DELETE device', { ids: [first.id] })
  // while the release can be undone
  expect(await kept()).toEqual([true, true, true])
  await forgetReleased()
  await expect.poll(kept).toEqual([false, true, true])
  await server.call(token, 'DELETE scene', { id: scene_id, force: 1, name: 'Short' })
  await forgetReleased()
  await expect.poll(kept).toEqual([false, false, true])
})
