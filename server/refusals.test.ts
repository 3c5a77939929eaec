import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { asksFresh, type CallSpec, methodOf, pathOf } from '@belvedere/contract/kit/define-calls.ts'
import { accountErrors } from '@belvedere/contract/rooms/account/errors.ts'
import { installationPermissions } from '@belvedere/contract/rooms/account/roles.ts'
import { Access } from './kernel/access.ts'
import { discoverCalls } from './kernel/discover.ts'
import { makeHttp } from './kernel/http.ts'
import { openLive } from './kernel/live.ts'
import { refuse } from './kernel/refuse.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from './kernel/test-server.ts'

/**
 * Derived from the contract: every call is refused without a session, with another user's uid, without its permission,
 * from a foreign scene, in mode 3, and with bad input. A new call is covered by being stated.
 *
 * Everything the victim owns has the same id and carries the mark in its name, so that one payload names it all.
 */
const VICTIM = 4242
const MARK = 'FOREIGN-MARK'
const calls = await discoverCalls()

interface Schema {
  /** Several: an object or nothing. */
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

const candidates = [
  '07:30',
  'Testing-2026',
  'admin',
  MARK,
  '0c1111aa4242',
  'id desc',
  '192.168.1.1',
  '2026-01-01',
  'cn',
  'a',
  '1',
  'Asia/Shanghai',
  '0c1111aa42420c1111aa42420c1111aa',
  'interfaces',
  'noc@example.com',
  '123456',
]

/** A value the schema accepts. */
function sample(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return sample(schema.anyOf.find(({ type }) => type !== 'null') ?? {})
  if (schema.type === 'integer' || schema.type === 'number')
    return Math.min(Math.max(VICTIM, schema.minimum ?? VICTIM), schema.maximum ?? VICTIM)
  if (schema.type === 'array') return [sample(schema.items ?? {})]
  if (schema.type === 'object' || Array.isArray(schema.type)) return sampleObject(schema)
  if (schema.type === 'boolean') return false
  const fits = candidates.find((text) => textFits(text, schema))
  if (fits !== undefined) return fits
  return 'a'.repeat(schema.minLength ?? 1)
}

function textFits(text: string, { pattern, minLength = 0, maxLength = 1000 }: Schema): boolean {
  return text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern).test(text))
}

function sampleObject({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || /^(id|ids|scene_id|scene_ids|group_id|sn)$/.test(name),
  )
  return Object.fromEntries(
    names.map((name) => [name, name === 'sn' ? '0c1111aa4242' : sample(properties[name] as Schema)]),
  )
}

/** Values the schema must refuse, one per property that has any bound. */
function wrongValues(schema: Schema): unknown[] {
  if (schema.enum) return ['no-such-value']
  if (schema.type === 'integer') return ['x', '1.5', ...(schema.maximum === undefined ? [] : [schema.maximum + 1])]
  if (schema.type === 'string' && schema.maxLength !== undefined) return ['x'.repeat(schema.maxLength + 1)]
  if (schema.type === 'string' && schema.pattern) return ['\u0000']
  if (schema.type === 'array' && schema.items) return wrongValues(schema.items).map((one) => [one])
  return []
}

const payloadOf = ({ in: schema }: CallSpec) => sampleObject(schema as Schema)

let server: TestServer
/** The real pipeline for a signed-in user who has no permission at all. */
let powerless: FastifyInstance
let stranger = ''
let guest = ''
/** Of the victim's own team. */
let owner = ''
let apiToken = ''
/** To whom the victim's scene is shared for managing it. */
let manager = ''
let victimPrint = ''

/** Everything the victim owns, as one text. */
async function fingerprint(): Promise<string> {
  const parts = [
    sql`select * from scene where id = ${VICTIM}`,
    sql`select * from scene_group where id = ${VICTIM}`,
    sql`select * from scene_group_member where group_id = ${VICTIM} or scene_id = ${VICTIM}`,
    sql`select * from device where id = ${VICTIM}`,
    sql`select * from device_backup where id = ${VICTIM}`,
    sql`select id, account, role, rev from account where account = 'admin'`,
    sql`select * from task where id = ${VICTIM}`,
    sql`select * from feedback where id = ${VICTIM}`,
    sql`select * from scene_share where id = ${VICTIM}`,
    sql`select * from alarm_user where id = ${VICTIM}`,
    sql`select * from alarm_message where id = ${VICTIM}`,
  ]
  return JSON.stringify(await Promise.all(parts.map((query) => server.system.db.rows(query))))
}

async function furnish(): Promise<void> {
  const { database } = server.system
  const statements = [
    `insert into scene (id, team_id, name, created_at, updated_at, changed_by) overriding system value select ${VICTIM}, team_id, '${MARK}', 0, 0, '' from account where account = 'admin'`,
    `insert into scene_group (id, team_id, name, created_at, updated_at, changed_by) overriding system value select ${VICTIM}, team_id, '${MARK}', 0, 0, '' from account where account = 'admin'`,
    `insert into scene_group_member (group_id, scene_id) values (${VICTIM}, ${VICTIM})`,
    `insert into device (id, serial, scene_id, type, name, claimed_at) values (${VICTIM}, '0c1111aa4242', ${VICTIM}, 0, '${MARK}', 0)`,
    `insert into device_state (device_id) values (${VICTIM}) on conflict do nothing`,
    `insert into device_content (id, digest, format, bytes, sha256, stored) overriding system value values (${VICTIM}, '${MARK}', 'archive', 1, '', 1)`,
    `insert into device_backup (id, device_id, content_id, sha256, newest, note, created_at) values (${VICTIM}, ${VICTIM}, ${VICTIM}, '', true, '${MARK}', 0)`,
    `insert into task (id, type, team_id, uid, operator, until, total_cnt, created_at, result) select ${VICTIM}, 'reboot', team_id, id, '${MARK}', 0, 1, 0, 0 from account where account = 'admin'`,
    `insert into task_item (task_id, device_id, sn, name, scene_id, started_at, result) values (${VICTIM}, ${VICTIM}, '0c1111aa4242', '${MARK}', ${VICTIM}, 0, 0)`,
    `insert into operation (at, uid, account, team_id, scene_id, way, ip, request_id, call, object, name) select 0, id, '${MARK}', team_id, ${VICTIM}, 'console', '', '', 'POST scene', 'scene:${VICTIM}', '${MARK}' from account where account = 'admin'`,
    `insert into feedback (id, uid, type, title, text, contact, page, version, created_at, updated_at) overriding system value select ${VICTIM}, id, 'feature', '${MARK}', '${MARK}', '', '', '', 0, 0 from account where account = 'admin'`,
    `insert into feedback_picture (id, feedback_id, width, height, bytes) overriding system value values (${VICTIM}, ${VICTIM}, 1, 1, '${MARK}')`,
    `insert into scene_share (id, scene_id, by_name, way, permission, note, max_uses, created_at, updated_at) overriding system value values (${VICTIM}, ${VICTIM}, '${MARK}', 1, 1, '${MARK}', 1, 0, 0)`,
    `insert into alarm_user (id, team_id, type, name, target, masked, place, leave_hash, leave_token, lang, status, level, scope, recover, named_only, outside, but, time_zone, verified_at, created_at, updated_at, changed_by) overriding system value select ${VICTIM}, team_id, 0, '${MARK}', '', '${MARK}', '', '', '', 'zh', 0, 1, 0, 0, 0, 0, 0, 'Asia/Shanghai', 0, 0, 0, '' from account where account = 'admin'`,
    `insert into alarm_message (id, alarm_user_id, team_id, place, state, body, incident_cnt, next_at, created_at) overriding system value select ${VICTIM}, ${VICTIM}, team_id, '', 2, '{"subject": "${MARK}"}', 1, 0, 4000000000 from account where account = 'admin'`,
    `insert into terminal (scene_id, mac, device_id, link, rank, since, first_seen, last_seen, hostname) values (${VICTIM}, '3c:22:fb:10:20:30', ${VICTIM}, 0, 1, 0, 0, 0, '${MARK}')`,
  ]
  for (const [account, mode] of [
    ['stranger', 0],
    ['guest', 3],
    ['manager', 1],
  ] as const) {
    statements.push(
      `with t as (insert into team (name, created_at) values ('${account}', 0) returning id)
       insert into account (team_id, account, nick_name, role, hash, created_at, updated_at, changed_by) select t.id, '${account}', '${account}', 0, a.hash, 0, 0, '' from t, account a where a.account = 'admin'`,
    )
    if (mode)
      statements.push(
        `insert into scene_guest (scene_id, uid, mode, created_at) select ${VICTIM}, id, ${mode}, 0 from account where account = '${account}'`,
      )
  }
  for (const text of statements) await database.pool.query(text)
}

beforeAll(async () => {
  server = await startTestServer()
  await furnish()
  stranger = await server.signIn('stranger', ADMIN_PASSWORD)
  guest = await server.signIn('guest', ADMIN_PASSWORD)
  manager = await server.signIn('manager', ADMIN_PASSWORD)
  owner = await server.signIn()
  apiToken = (await server.call(owner, 'POST user/token', { name: 'plain', role: 0, days: 1 })).data.token
  victimPrint = await fingerprint()
  const access = new Access({ uid: 9, team_id: 0, is_admin: false, permissions: [], modes: new Map([[VICTIM, 0]]) })
  const session = {
    id: 9,
    uid: 9,
    access,
    account: 'powerless',
    name: 'powerless',
    way: 'console',
    lang: 'en',
    fresh_until: 0,
  } as const
  powerless = await makeHttp({
    system: server.system,
    house: server.house,
    live: openLive(),
    auditor: undefined,
    undoable: () => false,
    rate: () => 0,
    perMinute: 0,
    api: true,
    sessions: {
      of: async () => session,
      anew: async () => session,
      challenge: async () => refuse(commonErrors.authFailed),
      forget: () => {},
    },
    measured: async () => [],
    ready: async () => [],
  })
}, 60_000)

afterAll(async () => {
  await powerless?.close()
  await server?.close()
})

const guarded = calls.filter(({ spec }) => spec.who !== 'anyone')
const permitted = guarded.filter(({ spec }) => spec.who !== 'session')
const scened = guarded.filter(({ spec }) => spec.scene !== 'none')
const writing = scened.filter(({ spec }) => spec.scene === 'write' || spec.scene === 'own')
const owners = scened.filter(({ spec }) => spec.scene === 'own' || spec.own)
const bounded = calls.flatMap(({ spec, name }) =>
  Object.entries((spec.in as Schema).properties ?? {}).flatMap(([field, schema]) =>
    wrongValues(schema)
      .slice(0, 1)
      .map((value) => ({ name: `${name} ${field}`, spec, field, value })),
  ),
)

describe('without a session', () => {
  test.each(guarded)('$name', async ({ spec }) => {
    expect((await server.call('', spec.at, payloadOf(spec))).code).toBe(commonErrors.authFailed.code)
  })
})

describe('with a uid that is not the session’s', () => {
  test.each(guarded)('$name', async ({ spec }) => {
    expect((await server.call(stranger, spec.at, { ...payloadOf(spec), uid: 999_999 })).code).toBe(
      commonErrors.authFailed.code,
    )
  })
})

describe('without the permission', () => {
  test.each(permitted)('$name', async ({ spec }) => {
    const query = ['GET', 'DELETE'].includes(methodOf(spec))
    const payload = payloadOf(spec)
    const answer = await powerless.inject({
      method: methodOf(spec),
      url: `/api/v1/${pathOf(spec)}`,
      headers: { authorization: 'x'.repeat(43) },
      ...(query
        ? { query: Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, String(value)])) }
        : { payload }),
    })
    expect(answer.json()).toMatchObject({ code: commonErrors.noPermission.code })
  })
})

describe('from a foreign scene', () => {
  test.each(scened)('$name', async ({ spec }) => {
    const payload = payloadOf(spec)
    const answer = await server.call(stranger, spec.at, payload)
    if ('scene_id' in payload && !('anyOf' in payload)) expect(answer.code).not.toBe(0)
    expect(answer.code).not.toBe(commonErrors.internal.code)
    expect(JSON.stringify(answer)).not.toContain(MARK)
    expect(await fingerprint()).toBe(victimPrint)
  })
})

/** What belongs to a team and to no scene is behind its own wall. */
describe('from a foreign team', () => {
  test.each(guarded.filter(({ spec }) => spec.at.includes(' alarm/user')))('$name', async ({ spec }) => {
    const answer = await server.call(stranger, spec.at, payloadOf(spec))
    expect(answer.code).not.toBe(commonErrors.internal.code)
    expect(JSON.stringify(answer)).not.toContain(MARK)
    expect(await fingerprint()).toBe(victimPrint)
  })
})

describe('in mode 3', () => {
  test.each(writing)('$name', async ({ spec }) => {
    const payload = payloadOf(spec)
    const answer = await server.call(guest, spec.at, payload)
    expect(answer.code).not.toBe(commonErrors.internal.code)
    if ('scene_id' in payload) expect(answer.code).toBe(commonErrors.sceneReadOnly.code)
    else if ('id' in payload) expect(answer.code).not.toBe(0)
    expect(await fingerprint()).toBe(victimPrint)
  })
})

/** What only the owner may do: of a scene that is shared for managing it, nothing goes. */
describe('as a guest who manages', () => {
  test.each(owners)('$name', async ({ spec }) => {
    const { properties = {} } = spec.in as Schema
    const fields = Object.fromEntries((spec.own ?? []).map((field) => [field, sample(properties[field] as Schema)]))
    const payload = { ...payloadOf(spec), ...fields }
    const answer = await server.call(manager, spec.at, payload)
    expect(answer.code).not.toBe(commonErrors.internal.code)
    if ('scene_id' in payload) expect(answer.code).toBe(commonErrors.ownerOnly.code)
    expect(await fingerprint()).toBe(victimPrint)
  })
})

const fresh = calls.filter(({ spec }) => spec.fresh)

/** An input for which the call wants a fresh session. */
function freshPayloadOf(spec: CallSpec): Record<string, unknown> {
  const payload = payloadOf(spec)
  if (!spec.fresh || spec.fresh === true) return payload
  const [[field, values] = ['', []]] = Object.entries(spec.fresh)
  return { ...payload, [field]: values[0] ?? sample((spec.in as Schema).properties?.[field] ?? {}) }
}

describe('with a session whose owner showed up long ago', () => {
  test.each(fresh)('$name', async ({ spec }) => {
    const input = freshPayloadOf(spec)
    expect(asksFresh(spec, input)).toBe(true)
    await server.age(600)
    const answer = await server.call(owner, spec.at, input)
    expect(answer).toMatchObject({ code: accountErrors.proofNeeded.code, data: { verify: 1, methods: ['password'] } })
    expect(await fingerprint()).toBe(victimPrint)
  })
})

describe('with an API token that was not made for what is sensitive', () => {
  // a token is never an administrator of the installation
  const reached = fresh.filter(({ spec }) => !installationPermissions.includes(spec.who))
  test.each(reached)('$name', async ({ spec }) => {
    const { code } = await server.call(apiToken, spec.at, freshPayloadOf(spec))
    const { consoleOnly, tokenNotSensitive } = accountErrors
    expect(code).toBe((spec.errors?.includes(consoleOnly) ? consoleOnly : tokenNotSensitive).code)
    expect(await fingerprint()).toBe(victimPrint)
  })
})

describe('with bad input', () => {
  test.each(bounded)('$name', async ({ spec, field, value }) => {
    const token = spec.who === 'anyone' ? '' : stranger
    const answer = await server.call(token, spec.at, { ...payloadOf(spec), [field]: value })
    expect(answer).toMatchObject({ code: commonErrors.badInput.code, data: { fields: expect.anything() } })
  })
})
