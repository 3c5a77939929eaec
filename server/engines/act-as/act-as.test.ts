import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { actAs, contextOf, type Rights } from './act-as.ts'
import { inCall } from './in-call.ts'

const call = { at: 'POST scene', who: 'session', scene: 'none' } as const
let server: TestServer
let uid: number

beforeAll(async () => {
  server = await startTestServer()
  await server.signIn()
  uid = (await server.system.db.one<{ id: number }>(sql`select id from account order by id limit 1`)).id
})
afterAll(() => server?.close())

async function rightsNow(): Promise<Rights> {
  const rights = await actAs(server.system, uid, call)
  if ('lost' in rights) throw new Error(rights.lost)
  return rights
}

test('a missing account has lost its rights', async () => {
  expect(await actAs(server.system, 4711, call)).toEqual({ lost: 'account_gone' })
  expect(await actAs(server.system, uid, call, 4711)).toEqual({ lost: 'share_ended' })
})

test('work in a call is in the audit log, and its events follow the commit', async () => {
  const order: string[] = []
  const done = await inCall(server.system, await rightsNow(), call, async (ctx) => {
    ctx.afterwards(() => void order.push('after'))
    ctx.audit({ object: 'scene:9', name: 'Nine' })
    order.push('work')
    return ctx.uid
  })
  expect([done, order]).toEqual([uid, ['work', 'after']])
  const row = await server.system.db.one(sql`select uid, channel, call, name from audit_log where object = 'scene:9'`)
  expect(row).toEqual({ uid, channel: 'timer', call: call.at, name: 'Nine' })
})

test('failed work leaves no rows and sends no events', async () => {
  const order: string[] = []
  const failing = inCall(server.system, await rightsNow(), call, async (ctx) => {
    ctx.afterwards(() => void order.push('after'))
    ctx.audit({ object: 'scene:10' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const { rows } = await server.system.db.one<{ rows: number }>(
    sql`select count(*)::int as rows from audit_log where object = 'scene:10'`,
  )
  expect([rows, order]).toEqual([0, []])
})

test('the context of a step has the access of the rights and the given time', async () => {
  const rights = await rightsNow()
  const ctx = contextOf(server.system, rights, { now: () => 7 })
  expect([ctx.uid, ctx.access, ctx.operator, ctx.now()]).toEqual([uid, rights.access, rights.name, 7])
})
