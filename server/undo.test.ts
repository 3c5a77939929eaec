import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHash } from 'node:crypto'
import { methodOf } from '@belvedere/contract/kit/define-calls.ts'
import { startTestServer, type TestServer } from './kernel/test-server.ts'
import { foundTeam } from './rooms/account/api.ts'

/** Writes of one run; `UNDO_SEED` repeats a run that failed. */
const WRITES = 1000
const SEED = Number(process.env['UNDO_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

let server: TestServer
let token: string
let guest: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  const { db, now } = server.system
  const start = { team: 'other', account: 'guest', password: 'Testing-2026', now: now() }
  await foundTeam({ db, access: server.system.access }, start)
  guest = await server.signIn('guest')
})
afterAll(() => server?.close())

test('every write of the contract says how it is undone, or why not', () => {
  const stated = new Set(server.house.undos.flatMap(({ how }) => [...how.keys()]))
  const writes = server.house.calls.filter(({ spec }) => methodOf(spec) !== 'GET' && spec.audit !== false)
  expect(writes.map(({ spec }) => spec.at).filter((at) => !stated.has(at))).toEqual([])
})

/** The same numbers for the same seed. */
function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (n: number) => Math.floor(next() * n)
  return { upTo, of: <T>(list: readonly T[]): T | undefined => list[upTo(list.length)] }
}

/** Logs, sessions, statistics and what only counts. */
const apart =
  /^(operation|operation_grave|task|task_item|session|sign_in_.*|captcha|qr_.*|sent_code|message|migration|job.*|gateway_run|poll_.*|telemetry_.*|(presence|scene|app|terminal)_(5m|1h|1d)|terminal_page|topology_rev)$/
const counting = ['rev', 'updated_at', 'changed_by', 'haystack']

/** Every other table of every room, row by row. */
async function stateOf(): Promise<Map<string, string[]>> {
  const { db } = server.system
  const tables = await db.rows<{ name: string }>(
    sql`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and not c.relispartition order by 1`,
  )
  const state = new Map<string, string[]>()
  for (const { name } of tables.filter((one) => !apart.test(one.name))) {
    const where = name === 'device_tally' ? 'where n <> 0' : ''
    const rows = await db.rows<{ row: string }>(
      sql`select (to_jsonb(t) - ${counting}::text[])::text as row from ${raw(`"${name}" t ${where}`)} order by 1`,
    )
    state.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return state
}

const hashOf = (state: Map<string, string[]>) =>
  createHash('sha256')
    .update(JSON.stringify([...state]))
    .digest('hex')

function differences(before: Map<string, string[]>, after: Map<string, string[]>): Record<string, unknown> {
  const entries = [...after].map(([table, rows]) => {
    const was = before.get(table) ?? []
    return [
      table,
      { gone: was.filter((row) => !rows.includes(row)), come: rows.filter((row) => !was.includes(row)) },
    ] as const
  })
  return Object.fromEntries(entries.filter(([, { gone, come }]) => gone.length + come.length > 0))
}

test('a thousand random writes, undone in reverse, leave everything as it was', async () => {
  const { upTo, of } = dice(SEED)
  const { db } = server.system
  const ids = async (table: string, where = 'true') =>
    (await db.rows<{ id: number }>(sql`select id from ${raw(table)} where ${raw(where)} order by id`)).map(
      ({ id }) => id,
    )
  const word = () => `n${upTo(60)}`
  const revOf = async (table: string, id: number) =>
    (await db.find<{ rev: number }>(sql`select rev from ${raw(table)} where id = ${id}`))?.rev ?? 1
  const some = (list: readonly number[]) => list.filter(() => upTo(3) === 0).slice(0, 5)
  let serial = 0x02aa00000000
  const uid = async (who: string) =>
    (await db.one<{ id: number }>(sql`select id from account where account = ${who}`)).id
  const [mine, theirs] = [await uid('admin'), await uid('guest')]
  const view = () => ({ limit: 10, orderby: '', search: word(), filters: {} })

  type Act = () => Promise<[`${string} ${string}`, Record<string, unknown>] | undefined>
  const one = (table: string, where?: string) => async () => of(await ids(table, where))
  const scene = one('scene', `team_id = (select team_id from account where id = ${mine})`)
  const [group, device, deviceGroup] = [one('scene_group'), one('device', 'scene_id is not null'), one('device_group')]
  const member = one('account', `id not in (${mine}, ${theirs})`)
  const [share, savedView] = [one('scene_share'), one('list_view', `uid = ${mine}`)]
  const withId =
    (
      find: () => Promise<number | undefined>,
      make: (id: number) => Promise<Record<string, unknown>> | Record<string, unknown>,
      at: `${string} ${string}`,
    ): Act =>
    async () => {
      const id = await find()
      return id === undefined ? undefined : [at, await make(id)]
    }
  let devices = 0
  let members = 0
  /** How often, and what. */
  const acts: [number, Act][] = [
    [6, async () => ['POST scene', { name: word(), city: word(), ...(upTo(2) && { lat: 1 + upTo(9), lng: 2 }) }]],
    [
      6,
      withId(
        scene,
        async (id) => ({ id, rev: await revOf('scene', id), [of(['name', 'city', 'remark']) as string]: word() }),
        'PUT scene',
      ),
    ],
    [
      2,
      withId(
        scene,
        async (id) => ({
          id,
          force: 1,
          name: (await db.one<{ name: string }>(sql`select name from scene where id = ${id}`)).name,
        }),
        'DELETE scene',
      ),
    ],
    [4, async () => ['POST scene/group', { name: word(), color: upTo(8) }]],
    [
      4,
      withId(
        group,
        async (id) => ({ id, rev: await revOf('scene_group', id), name: word(), color: upTo(8) }),
        'PUT scene/group',
      ),
    ],
    [2, withId(group, (id) => ({ id }), 'DELETE scene/group')],
    [
      6,
      withId(group, async (group_id) => ({ group_id, scene_ids: some(await ids('scene')) }), 'POST scene/group/join'),
    ],
    [
      4,
      withId(group, async (group_id) => ({ group_id, scene_ids: some(await ids('scene')) }), 'POST scene/group/leave'),
    ],
    [
      5,
      withId(
        scene,
        (scene_id) => ({ scene_id, sn: (serial += 7).toString(16).padStart(12, '0'), name: word() }),
        'POST device/add',
      ),
    ],
    [
      8,
      withId(
        device,
        async (id) => ({
          id,
          ...(upTo(2) ? { name: word() } : upTo(2) ? { type: of([0, 1, 2, 7]) } : { scene_id: await scene() }),
        }),
        'PUT device',
      ),
    ],
    [3, withId(device, async (id) => ({ ids: [id, ...some(await ids('device'))] }), 'DELETE device')],
    [4, async () => ['POST device/group', { name: word(), color: upTo(8), note: word() }]],
    [
      4,
      withId(
        deviceGroup,
        async (id) => ({ id, rev: await revOf('device_group', id), note: word(), name: word() }),
        'PUT device/group',
      ),
    ],
    [2, withId(deviceGroup, (id) => ({ id }), 'DELETE device/group')],
    [
      8,
      withId(deviceGroup, async (group_id) => ({ group_id, ids: some(await ids('device')) }), 'POST device/group/join'),
    ],
    [
      4,
      withId(
        deviceGroup,
        async (group_id) => ({ group_id, ids: some(await ids('device')) }),
        'POST device/group/leave',
      ),
    ],
    [
      1,
      async () =>
        members++ < 12
          ? [
              'POST user/member',
              { account: `m${upTo(20)}x`, nickName: word(), role: upTo(4), password: 'Member-2026x' },
            ]
          : undefined,
    ],
    [
      3,
      withId(
        member,
        async (id) => ({ id, rev: await revOf('account', id), nickName: word(), role: upTo(4) }),
        'PUT user/member',
      ),
    ],
    [1, withId(member, (id) => ({ id }), 'DELETE user/member')],
    [2, async () => ['POST user/profile', { nickName: word() }]],
    [4, async () => ['POST user/view', { list: of(['a', 'b']), name: word(), usual: upTo(2), state: view() }]],
    [4, withId(savedView, (id) => ({ id, name: word(), usual: upTo(2), state: view() }), 'PUT user/view')],
    [2, withId(savedView, (id) => ({ id }), 'DELETE user/view')],
    [
      3,
      withId(
        scene,
        (scene_id) => ({ scene_id, account: 'guest', permission: 1 + upTo(2), expires_in: upTo(2) * 3600 }),
        'POST scene/share/account',
      ),
    ],
    [2, withId(scene, (scene_id) => ({ scene_id, permission: 1 + upTo(2), expires_in: 3600 }), 'POST scene/share/url')],
    [3, withId(share, (id) => ({ id, permission: 1 + upTo(2), expires_in: upTo(2) * 7200 }), 'PUT scene/share')],
    [2, withId(share, (id) => ({ ids: [id] }), 'POST scene/share/unbind')],
    [2, withId(share, (id) => ({ ids: [id] }), 'POST scene/share/delete')],
  ]
  const bag = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))

  for (const name of ['first', 'second']) await server.call(token, 'POST scene', { name })
  await server.system.db.run(sql`update operation set undone_by = id`)
  const before = await stateOf()
  const done = new Map<string, number>()
  let written = 0
  for (let tries = 0; written < WRITES && tries < WRITES * 5; tries++) {
    const wish = await of(bag)?.()
    if (!wish) continue
    if (wish[0] === 'POST device/add' && devices++ >= 110) continue
    const { code, msg } = await server.call(token, wish[0], wish[1])
    expect(code, `seed ${SEED}: ${wish[0]} ${msg}`).not.toBe(10006)
    if (code !== 0) continue
    written++
    done.set(wish[0], (done.get(wish[0]) ?? 0) + 1)
    // somebody else answers now and then, between the writes that are undone
    const pending = upTo(4) === 0 && (await ids('scene_share', `uid = ${theirs} and status = 0`))[0]
    if (pending) {
      const { scene_id } = await db.one<{ scene_id: number }>(
        sql`select scene_id from scene_share where id = ${pending}`,
      )
      await server.call(guest, 'POST scene/share/handle', { share_id: scene_id, status: 1 })
    }
  }
  expect(written, `seed ${SEED}`).toBe(WRITES)
  const changed = await stateOf()
  expect(hashOf(changed)).not.toBe(hashOf(before))

  for (let more = 1, refused: unknown[] = []; more; ) {
    const { code, msg, data } = await server.call(token, 'POST log/undo/all', { from: 0, by: mine })
    expect(code, msg).toBe(0)
    refused = data.list.filter(({ ok }: { ok: 0 | 1 }) => !ok).slice(0, 3)
    expect(refused, `seed ${SEED}`).toEqual([])
    more = data.more
  }
  const after = await stateOf()
  expect(differences(before, after), `seed ${SEED}`).toEqual({})
  expect(hashOf(after)).toBe(hashOf(before))
  expect(done.size, 'kinds of writes among them').toBeGreaterThan(20)
}, 120_000)
