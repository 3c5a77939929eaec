import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { requiresFresh, type CallSpec, methodOf, pathOf } from '@belvedere/contract/kit/define-calls.ts'
import { accountErrors } from '@belvedere/contract/rooms/account/errors.ts'
import { installationPermissions } from '@belvedere/contract/rooms/account/roles.ts'
import { Access } from './kernel/access.ts'
import { discoverCalls } from './kernel/discovery/discover.ts'
import { makeHttp } from './kernel/http/http.ts'
import { openLive } from './kernel/live/live.ts'
import { refuse } from './kernel/refuse.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from './kernel/test-server.ts'
import { fingerprint, furnish, MARK, payloadOf, sample, type PayloadSchema, settle, VICTIM } from './test-victim.ts'

/**
 * Derived from the contract: every call is refused without a session, with another user's uid, without its permission,
 * from a foreign scene, in mode 3, and with bad input. New calls are covered automatically.
 */
const calls = await discoverCalls()

/** Values that the schema must refuse, one for each bounded property. */
function wrongValues(schema: PayloadSchema): unknown[] {
  if (schema.enum) return ['no-such-value']
  if (schema.type === 'integer') return ['x', '1.5', ...(schema.maximum === undefined ? [] : [schema.maximum + 1])]
  if (schema.type === 'string' && schema.maxLength !== undefined) return ['x'.repeat(schema.maxLength + 1)]
  if (schema.type === 'string' && schema.pattern) return ['\u0000']
  if (schema.type === 'array' && schema.items) return wrongValues(schema.items).map((one) => [one])
  return []
}

let server: TestServer
/** The real pipeline for a signed-in user without permissions. */
let powerless: FastifyInstance
let stranger = ''
let guest = ''
/** Of the victim's own team. */
let owner = ''
let apiToken = ''
/** The victim's scene is shared with this user for managing. */
let manager = ''
let victimPrint = ''

beforeAll(async () => {
  server = await startTestServer()
  await furnish(server)
  await settle(server, 'stranger', {})
  await settle(server, 'guest', { mode: 3 })
  await settle(server, 'manager', { mode: 1 })
  stranger = await server.signIn('stranger', ADMIN_PASSWORD)
  guest = await server.signIn('guest', ADMIN_PASSWORD)
  manager = await server.signIn('manager', ADMIN_PASSWORD)
  owner = await server.signIn()
  apiToken = (await server.call(owner, 'POST user/token', { name: 'plain', role: 0, days: 1 })).data.token
  victimPrint = await fingerprint(server)
  const access = new Access({ uid: 9, team_id: 0, is_admin: false, permissions: [], modes: new Map([[VICTIM, 0]]) })
  const session = {
    id: 9,
    uid: 9,
    access,
    account: 'powerless',
    name: 'powerless',
    channel: 'console',
    lang: 'en',
    fresh_until: 0,
    limits: {},
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
    paths: [],
    sessions: {
      of: async () => session,
      anew: async () => session,
      challenge: async () => refuse(commonErrors.authFailed),
      forget: () => {},
    },
    measured: async () => [],
    ready: async () => [],
  })
})

afterAll(async () => {
  await powerless?.close()
  await server?.close()
})

/** A user with the permission of a call: permissions are checked first. */
const callerOf = ({ who }: CallSpec) => (installationPermissions.includes(who) ? owner : stranger)

const guarded = calls.filter(({ spec }) => spec.who !== 'anyone')
const permitted = guarded.filter(({ spec }) => spec.who !== 'session')
const scened = guarded.filter(({ spec }) => spec.scene !== 'none')
const writing = scened.filter(({ spec }) => spec.scene === 'write' || spec.scene === 'own')
const owners = scened.filter(({ spec }) => spec.scene === 'own' || spec.own)
const bounded = calls.flatMap(({ spec, name }) =>
  Object.entries((spec.in as PayloadSchema).properties ?? {}).flatMap(([field, schema]) =>
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
    expect((await server.call(callerOf(spec), spec.at, { ...payloadOf(spec), uid: 999_999 })).code).toBe(
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
    expect(await fingerprint(server)).toBe(victimPrint)
  })
})

/** Objects of a team without a scene have their own access check. */
describe('from a foreign team', () => {
  test.each(guarded.filter(({ spec }) => spec.at.includes(' alarm/user')))('$name', async ({ spec }) => {
    const answer = await server.call(stranger, spec.at, payloadOf(spec))
    expect(answer.code).not.toBe(commonErrors.internal.code)
    expect(JSON.stringify(answer)).not.toContain(MARK)
    expect(await fingerprint(server)).toBe(victimPrint)
  })
})

describe('in mode 3', () => {
  test.each(writing)('$name', async ({ spec }) => {
    const payload = payloadOf(spec)
    const answer = await server.call(guest, spec.at, payload)
    expect(answer.code).not.toBe(commonErrors.internal.code)
    if ('scene_id' in payload) expect(answer.code).toBe(commonErrors.sceneReadOnly.code)
    else if ('id' in payload) expect(answer.code).not.toBe(0)
    expect(await fingerprint(server)).toBe(victimPrint)
  })
})

/** Calls reserved to the owner: in a scene that is shared for managing, they change nothing. */
describe('as a guest who manages', () => {
  test.each(owners)('$name', async ({ spec }) => {
    const { properties = {} } = spec.in as PayloadSchema
    const fields = Object.fromEntries(
      (spec.own ?? []).map((field) => [field, sample(properties[field] as PayloadSchema)]),
    )
    const payload = { ...payloadOf(spec), ...fields }
    const answer = await server.call(manager, spec.at, payload)
    expect(answer.code).not.toBe(commonErrors.internal.code)
    if ('scene_id' in payload) expect(answer.code).toBe(commonErrors.ownerOnly.code)
    // a batch reports each
    if (answer.code === 0) expect(answer.data.err_cnt).toBe(answer.data.total_cnt)
    expect(await fingerprint(server)).toBe(victimPrint)
  })
})

const fresh = calls.filter(({ spec }) => spec.fresh)

/** An input for which the call requires a fresh session. */
function freshPayloadOf(spec: CallSpec): Record<string, unknown> {
  const payload = payloadOf(spec)
  if (!spec.fresh || spec.fresh === true) return payload
  const [[field, values] = ['', []]] = Object.entries(spec.fresh)
  return { ...payload, [field]: values[0] ?? sample((spec.in as PayloadSchema).properties?.[field] ?? {}) }
}

describe('with a session whose owner proved their identity long ago', () => {
  test.each(fresh)('$name', async ({ spec }) => {
    const input = freshPayloadOf(spec)
    expect(requiresFresh(spec, input)).toBe(true)
    await server.age(600)
    const answer = await server.call(owner, spec.at, input)
    expect(answer).toMatchObject({ code: accountErrors.proofNeeded.code, data: { verify: 1, methods: ['password'] } })
    expect(await fingerprint(server)).toBe(victimPrint)
  })
})

describe('with an API token that was not made for sensitive calls', () => {
  // a token is never an administrator of the installation
  const reached = fresh.filter(({ spec }) => !installationPermissions.includes(spec.who))
  test.each(reached)('$name', async ({ spec }) => {
    const { code } = await server.call(apiToken, spec.at, freshPayloadOf(spec))
    const { consoleOnly, tokenNotSensitive } = accountErrors
    expect(code).toBe((spec.errors?.includes(consoleOnly) ? consoleOnly : tokenNotSensitive).code)
    expect(await fingerprint(server)).toBe(victimPrint)
  })
})

describe('with bad input', () => {
  test.each(bounded)('$name', async ({ spec, field, value }) => {
    const token = spec.who === 'anyone' ? '' : callerOf(spec)
    const answer = await server.call(token, spec.at, { ...payloadOf(spec), [field]: value })
    expect(answer).toMatchObject({ code: commonErrors.badInput.code, data: { fields: expect.anything() } })
  })
})
