import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHash, generateKeyPairSync } from 'node:crypto'
import sharp from 'sharp'
import { methodOf } from '@belvedere/contract/kit/define-calls.ts'
import { introduce } from './devices/test-devices.ts'
import { startTestServer, type TestServer } from './kernel/test-server.ts'
import { isReversal, type Undo } from './engines/undo/define-undo.ts'
import { discoverUndos } from './engines/undo/discover-undos.ts'
import { foundTeam } from './rooms/account/api.ts'
import { tar } from './rooms/firmware/test-images.ts'

/** Number of writes in one run; `UNDO_SEED` repeats a failed run. */
const WRITES = 1000
const SEED = Number(process.env['UNDO_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

let server: TestServer
let token: string
let undos: Undo[]
let guest: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn()
  undos = await discoverUndos()
  const { db, now } = server.system
  const start = { team: 'other', account: 'guest', password: 'Testing-2026', now: now() }
  await foundTeam({ db, access: server.system.access }, start)
  guest = await server.signIn('guest')
})
afterAll(() => server?.close())

test('every write of the contract states how it is undone, or why not', () => {
  const stated = new Set(undos.flatMap(({ how }) => [...how.keys()]))
  const writes = server.house.calls.filter(({ spec }) => methodOf(spec) !== 'GET' && spec.audit !== false)
  expect(writes.map(({ spec }) => spec.at).filter((at) => !stated.has(at))).toEqual([])
})

test('the console offers an immediate undo for removals that can be undone', () => {
  const how = new Map(undos.flatMap((one) => [...one.how]))
  const isUndone = (at: string) => {
    const stated = how.get(at)
    return stated !== undefined && (typeof stated === 'function' || isReversal(stated))
  }
  const specs = server.house.calls.map(({ spec }) => spec)
  expect(specs.filter(({ undoable, at }) => undoable && !isUndone(at)).map(({ at }) => at)).toEqual([])
  const silent = specs.filter((spec) => methodOf(spec) === 'DELETE' && !spec.undoable && isUndone(spec.at))
  expect(silent.map(({ at }) => at)).toEqual([])
})

/** Calls with an undo that are not among the random writes, and the tests that cover them. */
const elsewhere: Readonly<Record<string, string>> = {
  'POST alarm/log/ignore': 'alarms move by themselves: rooms/alarm',
  'POST alarm/log/note': 'alarms move by themselves: rooms/alarm',
  'POST alarm/log/solve': 'alarms move by themselves: rooms/alarm',
  'POST intent/drift/ignore': 'needs a device that differs from what is wanted: rooms/intent/drift.test.ts',
  'POST intent/drift/heed': 'needs a device that differs from what is wanted: rooms/intent/drift.test.ts',
  'POST intent/base/import': 'needs a device whose configuration is not known: rooms/intent/base.test.ts',
  'POST intent/base/agree': 'needs a device whose configuration is not known: rooms/intent/base.test.ts',
  'POST change/discard': 'edits are no operations: rooms/change/change.test.ts',
  'PUT change': 'edits are no operations: rooms/change/change.test.ts',
  'POST device/line': 'needs a device that tells of a line: rooms/device/line.test.ts',
  'POST scene/share/handle': 'done by whom it is shared with',
}

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

/** Tables that may differ after writes and their undo, and why. All others are compared row by row. */
const mayDiffer: Readonly<Record<string, string>> = {
  audit_log: 'an undo is an operation again',
  deleted_snapshot: 'the undo takes what was kept',
  task: 'a task that ran has run',
  task_item: 'a task that ran has run',
  session: 'signing in is no write that is undone',
  sign_in_guard: 'signing in is no write that is undone',
  sign_in_log: 'signing in is no write that is undone',
  sent_code: 'what was sent was sent',
  message: 'what was sent was sent',
  job_schedule: 'work of the server itself',
  gateway_run: 'beats of the server itself',
  node: 'beats of the server itself',
  outage: 'work of the server itself',
  poll_gateway: 'beats of the server itself',
  captcha: 'questions are answered once',
  qr_sign_in: 'codes are shown once',
  app_1h: 'measured',
  telemetry_1d: 'rolled up by a job',
  rollup_recompute: 'rolled up by a job',
  backfill_cursor: 'measured',
  client_usage_snapshot: 'rolled up by a job',
  model_1d: 'looked at by a job',
  presence_1h: 'rolled up by a job',
  presence_1d: 'rolled up by a job',
  scene_1d: 'rolled up by a job',
  telemetry_mark: 'rolled up by a job',
  device_properties_interval: 'a name that was borne for a while was borne',
  removed_device: 'a device that was removed for a while was away',
  removed_device_interval: 'the past of removed devices',
  removed_device_link: 'the past of removed devices',
  topology_version: 'counts changes, and an undo is one',
}

/** Columns that may differ, of every table or of one, and why. */
const mayDifferIn: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': {
    rev: 'counts writes, and an undo is one',
    updated_at: 'when it was written last',
    changed_at: 'when it was written last',
    changed_by: 'who wrote it last',
    search_text: 'derived from other columns',
  },
  device_state: {
    online: 'a device that is put back has no session until it connects',
    session: 'a device that is put back has no session until it connects',
    gateway_run: 'a device that is put back has no session until it connects',
    since: 'a device that is put back is offline from then on, see below',
  },
}

/** The compared rows of tables that are not compared completely: those about the time before the writes. */
const compared = (name: string, before: number) => {
  if (name === 'device_count') return sql`select * from device_count where n <> 0`
  // a removal and its undo each end one interval and begin another
  if (name === 'device_presence_interval')
    return sql`select device_id, scene_id, online, since, least(coalesce(until, ${before}), ${before}) as until
      from device_presence_interval where since < ${before}`
  return sql`select * from ${raw(`"${name}"`)}`
}

/** Every other table of every room, row by row. */
async function stateOf(begun: number): Promise<Map<string, string[]>> {
  const { db } = server.system
  const tables = await db.rows<{ name: string }>(
    sql`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and not c.relispartition order by 1`,
  )
  const names = tables.map(({ name }) => name)
  const unknown = [...Object.keys(mayDiffer), ...Object.keys(mayDifferIn)].filter((one) => one && !names.includes(one))
  expect(unknown, 'tables that may differ and do not exist').toEqual([])
  const state = new Map<string, string[]>()
  for (const name of names.filter((one) => !(one in mayDiffer))) {
    const apart = [...Object.keys(mayDifferIn[''] ?? {}), ...Object.keys(mayDifferIn[name] ?? {})]
    const rows = await db.rows<{ row: string }>(
      sql`select (to_jsonb(t) - ${apart}::text[])::text as row from (${compared(name, begun)}) t order by 1`,
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

test('a thousand random writes, undone in reverse, restore everything', async () => {
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

  type UndoCall = [
    at: `${string} ${string}`,
    payload: Record<string, unknown>,
    file?: [field: string, bytes: Uint8Array<ArrayBuffer>],
  ]
  type Act = () => Promise<UndoCall | undefined>
  const one = (table: string, where?: string) => async () => of(await ids(table, where))
  const scene = one('scene', `team_id = (select team_id from account where id = ${mine})`)
  const [group, device, deviceGroup] = [one('scene_group'), one('device', 'scene_id is not null'), one('device_group')]
  const member = one('account', `id not in (${mine}, ${theirs})`)
  const [share, live, savedView] = [
    one('scene_share'),
    one('scene_share', 'status in (0, 1)'),
    one('list_view', `uid = ${mine}`),
  ]
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
  const own = (table: string, where = 'true') =>
    one(table, `${where} and team_id = (select team_id from account where id = ${mine})`)
  const [timer, silence, contact] = [own('device_timer'), own('alarm_silence'), own('notification_contact')]
  const [logo, key, image] = [own('device_logo'), own('firmware_key'), own('firmware')]
  const [backup, third] = [one('device_backup'), one('device', `id in (select device_id from monitored_device)`)]
  const { scene_id: home, device_id: kept, begun, present } = await layOut()
  const [unclaimed, settled, leaving] = [
    one('device', 'scene_id is null and not blocked'),
    one('scene', `id = ${home}`),
    one('scene', `id <> ${home} and team_id = (select team_id from account where id = ${mine})`),
  ]
  const hours = { weekdays: ['1', '4'], time: `0${upTo(9)}:30` }
  const monitor = () => ({ type: 'tcp', port: 9 + upTo(9), interval: 86_400 })
  const rota = async () => ({
    every_days: 1 + upTo(9),
    minute: 540,
    first_day: '2026-11-23',
    time_zone: 'UTC',
    rev:
      (
        await db.find<{ rev: number }>(
          sql`select rev from alarm_duty where team_id = (select team_id from account where account = 'admin')`,
        )
      )?.rev ?? 0,
  })
  const hush = () => ({
    kind: 0,
    name: word(),
    from_at: 4_000_000_000 + upTo(9),
    to_at: null,
    weekdays: [],
    minute_from: null,
    minute_to: null,
  })
  const person = () => ({ name: word(), level: 1 + upTo(3) })
  const picture = new Uint8Array(
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#36c' } })
      .png()
      .toBuffer(),
  )
  const report = () => ({
    title: word(),
    sections: ['summary'],
    period: 'week',
    min_outage: upTo(9),
    exclude_maintenance: 0,
    sign: 0,
  })
  /** Weight and action. */
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
        leaving,
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
    [
      3,
      withId(
        device,
        async (id) => ({ ids: [id, ...some(await ids('device'))].filter((one) => one !== kept) }),
        'DELETE device',
      ),
    ],
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
    [3, withId(live, (id) => ({ id, permission: 1 + upTo(2), expires_in: upTo(2) * 7200 }), 'PUT scene/share')],
    [2, withId(scene, (scene_id) => ({ scene_id, permission: 1, expires_in: 3600 }), 'POST scene/share/qrcode')],
    [3, withId(device, (id) => ({ ids: [id], ...hours }), 'POST device/timer/reboot')],
    [2, withId(scene, (id) => ({ scene_ids: [id], ...hours, note: word() }), 'POST device/timer/backup')],
    [
      2,
      withId(
        device,
        (id) => ({ ids: [id], date: '2100-01-01', time: '03:00', uri: `http://x/${word()}` }),
        'POST device/timer/upgrade',
      ),
    ],
    [
      4,
      withId(
        one('device_timer', `kind = 'reboot'`),
        async (id) => ({
          id,
          name: word(),
          ...(upTo(2) ? hours : { ids: some(await ids('device', 'scene_id is not null')) }),
        }),
        'POST device/timer/reboot',
      ),
    ],
    [3, withId(timer, (id) => ({ ids: [id], paused: upTo(2) }), 'POST device/timer/pause')],
    [2, withId(timer, (id) => ({ ids: [id] }), 'DELETE device/task/timer')],
    [
      3,
      withId(
        scene,
        (scene_id) => ({
          scene_id,
          name: word(),
          kind: 'camera',
          ip: `192.0.2.${10 + upTo(200)}`,
          monitor: monitor(),
        }),
        'POST device/third/mod',
      ),
    ],
    [
      4,
      withId(
        third,
        (id) => ({
          id,
          name: word(),
          kind: of(['ups', 'till']),
          ip: '192.0.2.9',
          mac: of(['', '44:19:b6:00:11:22']),
          monitor: monitor(),
        }),
        'POST device/third/mod',
      ),
    ],
    [2, async () => ['POST user/quota', { values: [{ key: of(['sms', 'mails']), most: upTo(900) }] }]],
    [1, async () => ['POST device/third/networks', { networks: [{ network: `10.${upTo(9)}.0.0/16`, note: word() }] }]],
    [1, async () => ['POST device/logo', { name: word(), ...(upTo(2) && { kind: 'camera' }) }, ['logo', picture]]],
    [1, withId(logo, (id) => ({ id }), 'DELETE device/logo')],
    [2, withId(backup, (id) => ({ id, note: word(), keep: upTo(2) }), 'PUT device/backup')],
    [1, withId(backup, (id) => ({ ids: [id] }), 'DELETE device/backup')],
    [
      2,
      async () => [
        'PUT intent/policy',
        { scene_id: upTo(2) ? await scene() : 0, on_return: upTo(2) ? 'ask' : 'resend' },
      ],
    ],
    [2, async () => ['PUT device/backup/policy', { newest: 1 + upTo(9), daily: 7, weekly: 4, overdue_days: 8 }]],
    [1, withId(unclaimed, (id) => ({ ids: [id], block: 1 }), 'DELETE device/unclaimed')],
    [
      2,
      withId(
        one('device', `family = 'ucentral-ap'`),
        (id) => ({ ids: [id], standalone: upTo(2) }),
        'POST device/alone',
      ),
    ],
    [2, withId(image, (id) => ({ id, version: `1.${upTo(9)}`, notes_en: word() }), 'PUT firmware')],
    [1, async () => ['POST firmware/key', { name: word(), key: publicKey() }]],
    [1, withId(key, (id) => ({ id }), 'DELETE firmware/key')],
    [3, async () => ['POST alarm/silence', hush()]],
    [2, withId(silence, async (id) => ({ id, rev: await revOf('alarm_silence', id), ...hush() }), 'PUT alarm/silence')],
    [1, withId(silence, (id) => ({ id }), 'DELETE alarm/silence')],
    [
      2,
      withId(
        scene,
        (scene_id) => ({ scene_id, name: word(), ...(upTo(2) && { address: `198.51.${upTo(99)}.${upTo(99)}` }) }),
        'POST log/syslog',
      ),
    ],
    [1, withId(one('syslog_source'), (id) => ({ id }), 'DELETE log/syslog')],
    [2, async () => ['POST alarm/user', { type: 1, address: `${word()}@example.com`, ...person() }]],
    [
      2,
      withId(
        contact,
        async (id) => ({ id, rev: await revOf('notification_contact', id), ...person() }),
        'PUT alarm/user',
      ),
    ],
    [1, withId(contact, (id) => ({ id }), 'DELETE alarm/user')],
    [2, withId(contact, async (id) => ({ member_ids: [id], ...(await rota()) }), 'PUT alarm/duty')],
    [2, async () => ['POST alarm/config', { list: [{ type: 'dev_offline', repeat_s: 60 * upTo(9) }] }]],
    [
      2,
      withId(scene, (scene_id) => ({ scene_id, list: [{ type: 'dev_login', enabled: upTo(2) }] }), 'POST alarm/config'),
    ],
    [1, async () => ['POST user/token', { name: word(), role: 3, days: 9 }]],
    [
      3,
      withId(
        settled,
        (scene_id) => ({ scene_id, places: [{ id: of(['n1', 'd2']), x: upTo(99), y: 5 }] }),
        'POST scene/topology/place',
      ),
    ],
    [1, withId(settled, (scene_id) => ({ scene_id, locked: upTo(2) }), 'POST scene/topology/lock')],
    [2, withId(settled, (scene_id) => ({ scene_id, ...report(), ...plan }), 'POST scene/report/profile')],
    [
      1,
      async () => {
        const scene_id = await settled()
        return scene_id === undefined ? undefined : ['POST scene/report/logo', { scene_id }, ['logo', picture]]
      },
    ],
    [2, withId(settled, (scene_id) => ({ scene_id, on: upTo(2), ...hours }), 'POST scene/score/timer')],
    [2, withId(settled, (scene_id) => ({ scene_id, on: upTo(2), ...hours, ...tuning }), 'POST scene/optimize/timer')],
    [1, withId(scene, (scene_id) => ({ scene_id, code: 'device_offline', reason: word() }), 'POST scene/score/ignore')],
    [2, withId(share, (id) => ({ ids: [id] }), 'POST scene/share/unbind')],
    [2, withId(share, (id) => ({ ids: [id] }), 'POST scene/share/delete')],
  ]
  // each once, then at random
  const once = acts.map(([, act]) => act)
  const bag = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))

  await server.system.db.run(sql`update audit_log set undone_by = id`)
  const before = await stateOf(begun)
  const done = new Map<string, number>()
  let written = 0
  const undoable = undos.flatMap(({ how }) =>
    [...how].filter(([, one]) => typeof one === 'function' || isReversal(one)).map(([at]) => at),
  )
  const missing = () => undoable.filter((at) => !done.has(at) && !(at in elsewhere))
  // some find nothing to write for long
  for (let tries = 0; (written < WRITES || missing().length > 0) && tries < WRITES * 5; tries++) {
    const input = await (once[tries] ?? of(bag))?.()
    if (!input) continue
    if (input[0] === 'POST device/add' && devices++ >= 110) continue
    const { code, msg } = input[2]
      ? await upload(input[0], input[1], input[2])
      : await server.call(token, input[0], input[1])
    expect(code, `seed ${SEED}: ${input[0]} ${msg}`).not.toBe(10006)
    if (code !== 0) continue
    written++
    done.set(input[0], (done.get(input[0]) ?? 0) + 1)
    // another user answers sometimes, between the writes that are undone
    const pending = upTo(4) === 0 && (await ids('scene_share', `uid = ${theirs} and status = 0`))[0]
    if (pending) {
      const { scene_id } = await db.one<{ scene_id: number }>(
        sql`select scene_id from scene_share where id = ${pending}`,
      )
      await server.call(guest, 'POST scene/share/handle', { share_id: scene_id, status: 1 })
    }
  }
  expect(written, `seed ${SEED}`).toBeGreaterThanOrEqual(WRITES)
  expect(missing(), `seed ${SEED}: writes that were not among them`).toEqual([])
  const changed = await stateOf(begun)
  expect(hashOf(changed)).not.toBe(hashOf(before))

  for (let more = 1, refused: unknown[] = []; more; ) {
    const { code, msg, data } = await server.call(token, 'POST log/undo/all', { from: 0, by: mine })
    expect(code, msg).toBe(0)
    refused = data.list.filter(({ ok }: { ok: 0 | 1 }) => !ok).slice(0, 3)
    expect(refused, `seed ${SEED}`).toEqual([])
    more = data.more
  }
  const after = await stateOf(begun)
  expect(differences(before, after), `seed ${SEED}`).toEqual({})
  expect(hashOf(after)).toBe(hashOf(before))
  // removed devices are offline since they were restored, the others online since then
  const states = await db.rows<{ online: boolean; since: number }>(
    sql`select online, since from device_state where device_id = any(${present}::int[])`,
  )
  expect(states).toHaveLength(present.length)
  expect(states.filter(({ online, since }) => online === since >= begun)).toEqual([])
  expect(
    states.some(({ online }) => !online),
    `seed ${SEED}: none of them was removed`,
  ).toBe(true)
}, 240_000)

const plan = { on: 0, rhythm: 'week', weekday: '1', month_day: 1, time: '08:00', lang: 'en', targets: [] }
const tuning = { threshold: 10, dfs: 0, width: 1, power: 0 }

const publicKey = () => generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }) as string

/** As created by `layOut`; `present`: devices that were online before `begun`. */
interface LaidOut {
  scene_id: number
  device_id: number
  begun: number
  present: number[]
}

/** Two scenes, one of them with settings and devices that connected before, an image, and unclaimed devices. */
async function layOut(): Promise<LaidOut> {
  const { db } = server.system
  const say = async (at: `${string} ${string}`, payload: Record<string, unknown>) => {
    const { code, msg, data } = await server.call(token, at, payload)
    expect(code, `${at}: ${msg}`).toBe(0)
    return data
  }
  const { id: scene_id } = await say('POST scene', { name: 'first' })
  await say('POST scene', { name: 'second' })
  const { id: device_id } = await say('POST device/add', { sn: '0caa00000001', scene_id })
  await db.run(sql`update device set family = 'ucentral-ap' where id = ${device_id}`)
  // creating a token requires proof of identity
  await server.age(-9_000_000)
  for (const n of [2, 3]) await introduce(server.system, `0caa0000000${n}`)
  const content = await db.one<{ id: number }>(
    sql`insert into device_content (digest, format, bytes, sha256, stored) values ('d', 'document', 1, '', 1) returning id`,
  )
  for (const at of [1, 2, 3])
    await db.run(
      sql`insert into device_backup (device_id, content_id, sha256, complete, created_at, newest) values (${device_id}, ${content.id}, '', true, ${at}, ${at === 3})`,
    )
  await say('POST scene/topology/place', { scene_id, places: [{ id: 'n1', x: 1, y: 1 }] })
  await say('POST scene/report/profile', {
    scene_id,
    title: '',
    sections: ['summary'],
    period: 'week',
    min_outage: 0,
    exclude_maintenance: 0,
    sign: 0,
    ...plan,
  })
  const hours = { on: 0, weekdays: ['1'], time: '03:00' }
  await say('POST scene/score/timer', { scene_id, ...hours })
  await say('POST scene/optimize/timer', { scene_id, ...hours, ...tuning })
  await say('PUT device/backup/policy', { newest: 5, daily: 7, weekly: 4, overdue_days: 8 })
  await upload('POST firmware', { models: '["X-1"]', version: '1.0' }, ['file', new Uint8Array(tar({ root: 'x' }))])
  const present: number[] = []
  for (const n of [4, 5, 6, 7, 8, 9]) {
    const sn = `0caa0000000${n}`
    const { device_id: id } = await introduce(server.system, sn)
    await say('POST device/add', { sn, scene_id })
    present.push(id)
  }
  return { scene_id, device_id, present, begun: await passed(present) }
}

/**
 * Devices that connected a day ago, were offline for an hour, and have been online since. Returns a time after all of
 * that.
 */
async function passed(ids: readonly number[]): Promise<number> {
  const { db } = server.system
  const { now } = await db.one<{ now: number }>(sql`select extract(epoch from now())::bigint as now`)
  const [came, left, since] = [now - 86_400, now - 40_000, now - 36_400]
  await db.run(sql`update device set claimed_at = ${came} where id = any(${ids}::int[])`)
  await db.run(sql`update device_state set since = ${since}, seen_at = ${since} where device_id = any(${ids}::int[])`)
  await db.run(sql`delete from device_presence_interval where device_id = any(${ids}::int[])`)
  await db.run(sql`
    insert into device_presence_interval (device_id, scene_id, online, since, until)
    select d.id, d.scene_id, t.* from device d,
      (values (true, ${came}::bigint, ${left}::bigint), (false, ${left}, ${since}), (true, ${since}, null)) t(online, since, until)
    where d.id = any(${ids}::int[])`)
  return now - 60
}

async function upload(at: string, more: Record<string, unknown>, [field, bytes]: [string, Uint8Array<ArrayBuffer>]) {
  const form = new FormData()
  for (const [name, value] of Object.entries(more)) form.append(name, String(value))
  form.append(field, new Blob([bytes]), 'file.png')
  const url = `${server.url}/api/v1/${at.split(' ')[1]}`
  const answer = await fetch(url, { method: 'POST', headers: { authorization: token }, body: form })
  return (await answer.json()) as { code: number; msg: string }
}
