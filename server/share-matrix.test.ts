import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { type CallSpec, methodOf, pathOf, sceneRightOf } from '@belvedere/contract/kit/define-calls.ts'
import { accountRole } from '@belvedere/contract/rooms/account/enums.ts'
import { permissionsOf, type RoleId, shareAllows } from '@belvedere/contract/rooms/account/roles.ts'
import { discoverAll, discoverCalls } from './kernel/discovery/discover.ts'
import { isJob } from './base/jobs/job.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer } from './kernel/test-server.ts'
import { fingerprint, furnish, furnishAnew, MARK, payloadOf, SECRET, settle } from './test-victim.ts'

/**
 * Every role at home × every share of the victim's scene × every call that requires a permission or uses scenes. The
 * expected result is derived from the contract; the actual one is requested over HTTP. New calls are covered
 * automatically, and refused to guests until a share lists their permission.
 */
type MatrixShare = 'none' | 'view' | 'operate' | 'manage' | 'owner'
const shares: readonly MatrixShare[] = ['none', 'view', 'operate', 'manage', 'owner']
const modes: Readonly<Record<MatrixShare, number>> = { none: 0, view: 3, operate: 2, manage: 1, owner: 0 }

/** They send packets into a network for seconds; their refusals are tested all the same. */
const farAway = ['GET scene/scan', 'POST device/scan', 'POST device/third/test', 'POST scene/optimize/listen']
/** An order of the owner may be changed by the owner only, also in a scene that others manage. */
const ordersOfOwner = / device\/(task\/timer|timer\/)/
/** They take scenes, and their effect on the victim depends on the objects named in them. */
const aboutShares = / scene\/share| log\/undo/

const calls = (await discoverCalls())
  .map(({ spec }) => spec)
  .filter(
    ({ who, scene, at }) => who.includes('.') || (who === 'session' && (scene !== 'none' || aboutShares.test(at))),
  )
const names = [...new Set(calls.map(({ who }) => who).filter((who) => who.includes('.')))].sort()
const changes = (spec: CallSpec) => methodOf(spec) !== 'GET'

/** By role, for the victim's objects. `reached`: it may show and change them. */
function expected(spec: CallSpec, role: RoleId, share: MatrixShare): { made: boolean; reached: boolean } {
  const own = !spec.who.includes('.') || permissionsOf(role, false, names).includes(spec.who)
  if (share === 'owner') return { made: own, reached: own }
  const request = { who: spec.who, scene: sceneRightOf(spec, payloadOf(spec)) }
  if (share === 'none') return { made: own, reached: false }
  // a read-only guest reaches the scene check, which answers that it is read-only
  const looks = spec.scene === 'write' && shareAllows(share, { ...request, scene: 'read' })
  return { made: own || looks || shareAllows(share, spec), reached: shareAllows(share, request) }
}

const { noPermission, foreignScene, sceneReadOnly, ownerOnly, authFailed, internal, tooMany } = commonErrors
const walls = [foreignScene, sceneReadOnly, ownerOnly, noPermission].map(({ code }) => code)

let server: TestServer
let print = ''
const tokens = new Map<string, string>()
const nameOf = (role: number, share: MatrixShare) => `${share}${role}`

beforeAll(async () => {
  server = await startTestServer()
  await furnish(server)
  for (const { id: role } of accountRole.values)
    for (const share of shares) {
      const account = nameOf(role, share)
      await settle(server, account, { role, home: share === 'owner', mode: modes[share] })
      tokens.set(account, await server.signIn(account, ADMIN_PASSWORD))
    }
  print = await fingerprint(server)
})
afterAll(() => server?.close())

interface MatrixAnswer {
  code: number
  msg: string
  data: unknown
}

/** As `server.call`, for files too: their text is the data. */
async function callOver(token: string, spec: CallSpec, payload: Record<string, unknown>): Promise<MatrixAnswer> {
  const method = methodOf(spec)
  const query = method === 'GET' || method === 'DELETE'
  const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  const fields = Object.entries(payload).map(([key, value]) => [key, textOf(value)])
  const url = `${server.url}/api/v1/${pathOf(spec)}${query ? `?${new URLSearchParams(fields)}` : ''}`
  const headers = { authorization: token, ...(query ? {} : { 'content-type': 'application/json' }) }
  const response = await fetch(url, { method, headers, ...(query ? {} : { body: JSON.stringify(payload) }) })
  const text = await response.text()
  return response.headers.get('content-type')?.includes('json')
    ? (JSON.parse(text) as MatrixAnswer)
    : { code: 0, msg: '', data: text }
}

/** The differences between the victim's rows and their initial state. */
function changesOf(now: string): string {
  const former = print.split('\n')
  return now
    .split('\n')
    .flatMap((line, index) => (line === former[index] ? [] : `${former[index]?.trim()} → ${line.trim()}`))
    .join('; ')
}

const cells = accountRole.values.flatMap(({ id: role, en }) => shares.map((share) => ({ role, share, en })))
const counted = { refused: 0, made: 0, reached: 0, shown: 0 }

describe.each(cells)('$en at home, share: $share', ({ role, share }) => {
  const ask = (spec: CallSpec) => callOver(tokens.get(nameOf(role, share)) ?? '', spec, payloadOf(spec))
  const outside = calls.filter((spec) => !expected(spec, role, share).reached)
  const inside = calls.filter((spec) => expected(spec, role, share).reached && !farAway.includes(spec.at))

  /** The error in an answer to a call that must not reach the victim. */
  function leakOf(spec: CallSpec, { code, msg, data }: MatrixAnswer): string | undefined {
    const { made } = expected(spec, role, share)
    counted[made ? 'made' : 'refused']++
    const said = `${spec.at}: ${code} ${msg}`
    // a batch names refused objects that the caller may see
    const isBatch = share !== 'none' && typeof data === 'object' && data !== null && 'rejected' in data
    const shown = isBatch ? { ...data, rejected: undefined } : data
    if (JSON.stringify(shown ?? null).includes(MARK)) return `${said} shows the victim's`
    if (code === internal.code || code === authFailed.code) return said
    // all callers share one address, and some calls are limited by address
    if (!made && ![noPermission.code, tooMany.code].includes(code)) return `${said} is not refused`
    const named = 'scene_id' in payloadOf(spec) && spec.scene !== 'none'
    if (made && named && spec.who.includes('.') && ![...walls, tooMany.code].includes(code))
      return `${said} enters the scene`
  }

  test('it does not reach what it must not', async () => {
    const reads = outside.filter((spec) => !changes(spec))
    const read = await Promise.all(reads.map(async (spec) => leakOf(spec, await ask(spec))))
    expect(read.filter(Boolean)).toEqual([])
    const wrong: unknown[] = []
    const writes = outside.filter(changes)
    for (const spec of writes) wrong.push(leakOf(spec, await ask(spec)))
    const now = await fingerprint(server)
    if (now !== print) wrong.push(...(await culprits(writes, now)))
    expect(wrong.filter(Boolean)).toEqual([])
  })

  async function culprits(writes: readonly CallSpec[], now: string): Promise<string[]> {
    const found: string[] = []
    for (const spec of writes) {
      await furnishAnew(server)
      await ask(spec)
      if ((await fingerprint(server)) !== print) found.push(`${spec.at} changes the victim's`)
    }
    await furnishAnew(server)
    return found.length > 0 ? found : [`a write changes the victim’s, later: ${changesOf(now)}`]
  }

  test('it reaches what it may', async () => {
    const wrong: string[] = []
    const judge = (spec: CallSpec, { code, msg, data }: MatrixAnswer) => {
      counted.reached++
      const theirs = (share === 'manage' || share === 'operate') && ordersOfOwner.test(spec.at) && changes(spec)
      if (theirs ? code !== ownerOnly.code : [...walls, authFailed.code, internal.code].includes(code))
        wrong.push(`${spec.at}: ${code} ${msg}`)
      const text = JSON.stringify(data ?? null)
      if (text.includes(MARK)) counted.shown++
      if (share === 'view' && text.includes(SECRET))
        wrong.push(`${spec.at} shows what is configured, recorded or logged`)
    }
    const reads = inside.filter((spec) => !changes(spec))
    await Promise.all(reads.map(async (spec) => judge(spec, await ask(spec))))
    for (const spec of inside.filter(changes)) {
      const answer = await ask(spec)
      judge(spec, answer)
      if (answer.code === 0 && (await fingerprint(server)) !== print) await furnishAnew(server)
    }
    expect(wrong).toEqual([])
    expect(await fingerprint(server)).toEqual(print)
  })
})

/** Jobs run by the clock while the matrix is asked: what they change would look like a leak. */
test('no scheduled job changes the victim’s', async () => {
  const changed: string[] = []
  for (const job of (await discoverAll(isJob)).filter(({ every }) => every !== undefined)) {
    await job.run(undefined, server.system)
    const now = await fingerprint(server)
    if (now === print) continue
    changed.push(`${job.name}: ${changesOf(now)}`)
    await furnishAnew(server)
  }
  expect(changed).toEqual([])
})

/** A share covers a scene: objects of the whole team are not part of it. */
test.each(shares.filter((share) => share !== 'owner'))('a viewer changes nothing at home, share: %s', async (share) => {
  const account = nameOf(accountRole.id.viewer, share)
  const { pool } = server.system.database
  /** An order to devices is stored with the team of its author, for devices in any scene. */
  const orders = ['audit_log', 'task', 'change_set', 'campaign', 'device_timer']
  const found = await pool.query(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`)
  const tables = (found.rows as { name: string }[]).map(({ name }) => name).filter((name) => !orders.includes(name))
  const ofTeam = `team_id = (select team_id from account where account = '${account}')`
  const homePrint = async () =>
    JSON.stringify(
      (
        await pool.query(
          `select ${tables.map((name) => `(select json_agg(t) from ${name} t where ${ofTeam}) as ${name}`).join(', ')}`,
        )
      ).rows,
    )
  const before = await homePrint()
  for (const spec of calls.filter((one) => changes(one) && one.who.includes('.') && !farAway.includes(one.at))) {
    const { scene_id: _, scene_ids: __, ...payload } = payloadOf(spec)
    const { code } = await callOver(tokens.get(account) ?? '', spec, payload)
    expect(code, spec.at).not.toBe(internal.code)
    if ((await fingerprint(server)) !== print) await furnishAnew(server)
  }
  expect(await homePrint()).toBe(before)
})

test('nearly every call is refused, made or reached', () => {
  // derived from the contract and tested over HTTP; the lists themselves are in docs/printed/rights.md
  process.stdout.write(`rights: ${calls.length} calls × ${cells.length} callers: ${JSON.stringify(counted)}\n`)
  expect(counted.refused + counted.made + counted.reached).toBeGreaterThan(calls.length * cells.length - 200)
  expect(counted.shown).toBeGreaterThan(250)
})
