import { createServer, type Server, type ServerResponse } from 'node:http'
import { EventEmitter, once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { Access } from '../access.ts'
import { openLive } from './live.ts'

const accessTo = (scenes: number[], is_admin = false, permissions: string[] = []) =>
  new Access({ uid: 1, team_id: 1, is_admin, permissions, modes: new Map(scenes.map((id) => [id, 0])) })

let server: Server | undefined
afterEach(() => void server?.close())

/** A listening browser: the messages within `ms`. */
async function listen(access: Access, work: (live: ReturnType<typeof openLive>) => void, ms = 400): Promise<unknown[]> {
  const live = openLive()
  server = createServer((_request, response) => {
    live.open(access.uid, access, response)
    work(live)
    setTimeout(() => live.close(), ms)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const answer = await fetch(`http://127.0.0.1:${(server.address() as { port: number }).port}`)
  return [...(await answer.text()).matchAll(/^data: (.*)$/gm)].map(([, text]) => JSON.parse(text ?? ''))
}

test('messages of the own scenes are combined, one per topic and scene', async () => {
  const got = await listen(accessTo([5]), (live) => {
    live.hear({ topic: 'device', scene_id: 5, ids: [1] })
    live.hear({ topic: 'device', scene_id: 5, ids: [2] })
    live.hear({ topic: 'scene', scene_id: 5 })
  })
  expect(got).toEqual([
    { topic: 'device', scene_id: 5, ids: [1, 2] },
    { topic: 'scene', scene_id: 5 },
  ])
})

test('ordinary users get no messages of foreign scenes and of no scene', async () => {
  const got = await listen(accessTo([5]), (live) => {
    live.hear({ topic: 'device', scene_id: 6, ids: [1] })
    live.hear({ topic: 'device', scene_id: 0, ids: [1] })
  })
  expect(got).toEqual([])
})

test('administrators of the installation get messages of objects in no scene', async () => {
  const got = await listen(accessTo([], true), (live) => live.hear({ topic: 'device', scene_id: 0, ids: [9] }))
  expect(got).toEqual([{ topic: 'device', scene_id: 0, ids: [9] }])
})

test('messages for one user reach only that user', async () => {
  const got = await listen(accessTo([]), (live) => {
    live.hear({ topic: 'share', scene_id: 0, uid: 1 })
    live.hear({ topic: 'share', scene_id: 0, uid: 2 })
  })
  expect(got).toEqual([{ topic: 'share', scene_id: 0, uid: 1 }])
})

test('rows are sent to users with the permission; others only get the topic', async () => {
  const news = { topic: 'alarm', scene_id: 5, rows: [{ id: 1 }], may: 'alarm.read' }
  expect(await listen(accessTo([5], false, ['alarm.read']), (live) => live.hear(news))).toEqual([
    { topic: 'alarm', scene_id: 5, rows: [{ id: 1 }] },
  ])
  expect(await listen(accessTo([5]), (live) => live.hear(news))).toEqual([{ topic: 'alarm', scene_id: 5 }])
})

test('rows are combined, and omitted when they are incomplete or too many', async () => {
  const row = (id: number) => ({ topic: 'alarm', scene_id: 5, rows: [{ id }] })
  const tell = (live: ReturnType<typeof openLive>, ...news: Parameters<typeof live.hear>[0][]) =>
    news.forEach((one) => live.hear(one))
  expect(await listen(accessTo([5]), (live) => tell(live, row(1), row(2)))).toEqual([
    { topic: 'alarm', scene_id: 5, rows: [{ id: 1 }, { id: 2 }] },
  ])
  const any = [{ topic: 'alarm', scene_id: 5 }]
  expect(await listen(accessTo([5]), (live) => tell(live, row(1), { topic: 'alarm', scene_id: 5 }))).toEqual(any)
  expect(await listen(accessTo([5]), (live) => tell(live, { topic: 'alarm', scene_id: 5 }, row(1)))).toEqual(any)
  const many = Array.from({ length: 30 }, (_, id) => row(id))
  expect(await listen(accessTo([5]), (live) => tell(live, ...many))).toEqual(any)
})

test('rows do not wait for the next flush of other messages', async () => {
  const got = await listen(
    accessTo([5]),
    (live) => {
      live.hear({ topic: 'device', scene_id: 5 })
      setTimeout(() => {
        live.hear({ topic: 'device', scene_id: 5 })
        live.hear({ topic: 'alarm', scene_id: 5, rows: [{ id: 1 }] })
      }, 30)
    },
    // closes before the next flush of other messages
    110,
  )
  expect(got.slice(1)).toEqual([
    { topic: 'device', scene_id: 5 },
    { topic: 'alarm', scene_id: 5, rows: [{ id: 1 }] },
  ])
})

test('many rows become "any"', async () => {
  const got = await listen(accessTo([5]), (live) => {
    for (let id = 0; id < 700; id++) live.hear({ topic: 'device', scene_id: 5, ids: [id] })
  })
  expect(got).toEqual([{ topic: 'device', scene_id: 5 }])
})

test('the limit of windows is per user', () => {
  const live = openLive()
  const open = (uid: number) =>
    live.open(
      uid,
      accessTo([5]),
      Object.assign(new EventEmitter(), { write() {}, end() {} }) as unknown as ServerResponse,
    )
  const opened = Array.from({ length: 65 }, () => open(1))
  expect(opened.filter(Boolean)).toHaveLength(64)
  expect(open(2)).toBeTruthy()
  live.close()
})

test('outages are sent to all streams on opening and on change', async () => {
  const told = await listen(accessTo([]), (live) => {
    live.tellMissing(['gateway'])
    live.tellMissing(['gateway'])
    live.tellMissing([])
  })
  expect(told).toEqual([
    { topic: 'missing', missing: ['gateway'] },
    { topic: 'missing', missing: [] },
  ])
})
