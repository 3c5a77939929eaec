import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { DeviceCommand } from '@belvedere/drivers/kit/facts.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { commandSubject, streamSubject } from '../../devices/device-link.ts'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { hashToken, newToken } from '../../kernel/session.ts'
import { foundTeam } from './api.ts'
import { closeAccounts } from './cancel/close-accounts.job.ts'
import { addSession } from './store.ts'

/** The required seconds; the measured ones are printed. */
const PROMISED = 2
/** Seconds after which a channel counts as not closed. */
const LIMIT = 60
const password = 'Member-2026'

let server: TestServer
let admin: string
let page: Server
let pagePort: number
let count = 0
const links = new Map<string, Socket>()
const took: string[] = []

beforeAll(async () => {
  server = await startTestServer(['--remote-port', '0'])
  admin = await server.signIn()
  // never answers: a client that waits for it sees the end of the tunnel
  page = createServer(() => {}).listen(0, '127.0.0.1')
  await once(page, 'listening')
  pagePort = (page.address() as AddressInfo).port
})
afterAll(async () => {
  page.closeAllConnections()
  page.close()
  await server?.close()
  // oxlint-disable-next-line no-console -- the figures are the purpose of this test
  console.log(`channels ended (promised ${PROMISED} s):\n  ${took.join('\n  ')}`)
})

/** A device whose agent opens shells and connections. */
async function device(token: string, scene_id: number): Promise<number> {
  const sn = `0c77${String(++count).padStart(8, '0')}`
  const identity = { verbs: ['shell', 'tunnel'] as never }
  const { device_id } = await introduce(server.system, sn, { identity })
  const { asked } = (await server.call(token, 'POST device/add', { sn, scene_id })).data
  if (asked) await fine(server.call(admin, 'POST device/claim/approve', { ids: [asked.id] }))
  await server.system.db.run(sql`update device_state set online = true where device_id = ${device_id}`)
  const { bus } = server.system
  bus.serve(commandSubject(device_id), async ({ verb, args }: DeviceCommand) => {
    const { op, session, port, data } = args as { op: string; session: string; port: number; data: string }
    if (verb !== 'tunnel') return { result: 0, msg: '' }
    if (op === 'open') {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      links.set(session, socket)
      socket.on('error', () => {})
      socket.once('close', () => bus.publish(streamSubject(device_id, session), { closed: true }))
    }
    if (op === 'write') links.get(session)?.write(Buffer.from(data, 'base64'))
    if (op === 'close') links.get(session)?.destroy()
    return { result: 0, msg: '' }
  })
  return device_id
}

interface OpenChannel {
  /** Resolves when its user sees the end; with the reason, if it is reported. */
  ended: Promise<string>
}
type OpensChannel = (token: string, device_id: number) => Promise<OpenChannel>

const channels: Record<'shell' | 'tunnel' | 'live' | 'upload', OpensChannel> = {
  /** A firmware upload in progress. */
  async upload(token) {
    const headers = {
      authorization: token,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 1 << 20,
    }
    const upload = request(`${server.url}/api/v1/firmware`, { method: 'POST', headers })
    upload.write('--x\r\ncontent-disposition: form-data; name="file"; filename="f.bin"\r\n\r\n')
    const beat = setInterval(() => upload.write('more'), 50)
    const ended = new Promise<string>((resolve) => {
      upload.on('error', () => {})
      upload.on('response', (answer) => resolve(`answered ${answer.statusCode}`))
      upload.on('close', () => resolve('cut'))
    }).finally(() => clearInterval(beat))
    // its right was checked at the beginning; it continues
    const early = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 300, 'goes on'))])
    expect(early).toBe('goes on')
    return { ended }
  },
  async shell(token, id) {
    const { data, msg } = await server.call(token, 'POST device/command/remote', { id })
    expect(data.session, msg).toBeTruthy()
    const address = `${server.url.replace('http', 'ws')}/api/v1/device/remote/${data.session}?ticket=${data.ticket}`
    const socket = new WebSocket(address)
    await once(socket, 'open')
    const ended = new Promise<string>((resolve) => {
      let why = ''
      socket.on('message', (text, binary) => binary || ({ why } = JSON.parse(String(text))))
      socket.on('close', () => resolve(why))
    })
    return { ended }
  },
  async tunnel(token, id) {
    const { data, msg } = await server.call(token, 'POST device/command/remote/custom', { id, port: pagePort })
    expect(data.port, msg).toBeTruthy()
    const base = `http://127.0.0.1:${data.port}`
    const entered = await fetch(base + data.path, { redirect: 'manual' })
    const headers = { cookie: (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
    const before = links.size
    const ended = fetch(base, { headers }).then(
      (answer) => `answered ${answer.status}`,
      async () => {
        await expect(fetch(base, { headers }), 'nor again').rejects.toThrow()
        const rows = await server.system.db.rows<{ reason: string }>(
          sql`select reason from task_item i where i.task_id = ${data.task_id}`,
        )
        return rows[0]?.reason ?? ''
      },
    )
    await expect.poll(() => links.size).toBeGreaterThan(before)
    return { ended }
  },
  async live(token) {
    const answer = await fetch(`${server.url}/api/v1/live`, { headers: { authorization: token } })
    expect(answer.headers.get('content-type')).toContain('event-stream')
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    const drain = async (): Promise<string> => {
      const { done } = await reader.read()
      return done ? '' : drain()
    }
    return { ended: drain() }
  },
}

interface ChannelOwner {
  token: string
  uid: number
  account: string
  device_id: number
  scene_id: number
  /** The owner of the scene. */
  owner: string
  share_id: number
}

/** A session as created by a sign-in, with proof of identity; the rate of real sign-ins is limited. */
async function signIn(uid: number): Promise<string> {
  const token = newToken()
  const now = server.system.now()
  await addSession(server.system, { token_hash: hashToken(token), uid, ip: '', agent: '', now, proved_at: now })
  return token
}

/** A member of the first team; rights in a scene of it. */
async function member(): Promise<ChannelOwner> {
  const account = `chan-${++count}`
  const { data } = await server.call(admin, 'POST user/member', { account, role: 1, password })
  const scene_id = (await server.call(admin, 'POST scene', { name: account })).data.id
  const device_id = await device(admin, scene_id)
  return { token: await signIn(data.id), uid: data.id, account, scene_id, device_id, owner: admin, share_id: 0 }
}

/** A user of another team who manages a scene by a share. */
async function guest(more = {}): Promise<ChannelOwner> {
  const found = async (account: string) => {
    const start = { team: account, account, password, now: server.system.now() }
    const { uid } = await foundTeam(server.system, start)
    return { uid, account, token: await signIn(uid) }
  }
  const [host, visitor] = [await found(`host-${++count}`), await found(`visitor-${count}`)]
  const scene_id = (await server.call(host.token, 'POST scene', { name: host.account })).data.id
  const device_id = await device(host.token, scene_id)
  const offer = { scene_id, account: visitor.account, permission: 1, ...more }
  const share_id = (await server.call(host.token, 'POST scene/share/account', offer)).data.id
  await server.call(visitor.token, 'POST scene/share/handle', { share_id: scene_id, status: 1 })
  return { ...visitor, scene_id, device_id, owner: host.token, share_id }
}

/** A member with an API token that has the member's role. */
async function robot(): Promise<ChannelOwner & { token_id: number }> {
  const person = await member()
  const { data } = await server.call(person.token, 'POST user/token', { name: 'ci', role: 1, days: 1, sensitive: 1 })
  return { ...person, token: data.token, token_id: data.id }
}

const fine = async (answer: Promise<{ code: number; msg: string }>) => {
  const { code, msg } = await answer
  expect(code, msg).toBe(0)
}
const endsIn = (seconds: number, { uid }: ChannelOwner) =>
  server.system.db.run(sql`update session set expires_at = ${server.system.now() + seconds} where uid = ${uid}`)
const rowOf = async ({ account }: ChannelOwner) =>
  (await server.call(admin, 'GET user/member', { search: account })).data.list[0]

interface EndCause {
  who: () => Promise<ChannelOwner & { token_id?: number }>
  /** Before a channel is opened: sets the end for channels that expire. */
  before?: (person: ChannelOwner) => Promise<unknown>
  act?: (person: ChannelOwner & { token_id?: number }) => Promise<unknown>
  why: string
  /** Live streams are not affected. */
  deviceAlone?: true
  /** For one scene only: the account keeps its other rights. */
  sceneAlone?: true
}

const causes: Record<string, EndCause> = {
  'removal of the user': {
    who: member,
    act: ({ uid }) => fine(server.call(admin, 'DELETE user/member', { id: uid })),
    why: 'account_gone',
  },
  'closing of the own account': {
    who: guest,
    act: ({ token }) => fine(server.call(token, 'POST user/cancel', { password })),
    why: 'account_gone',
  },
  'signing out': { who: member, act: ({ token }) => fine(server.call(token, 'POST user/logout')), why: 'signed_out' },
  'a session ended from another one': {
    who: member,
    async act({ uid, token }) {
      const other = await signIn(uid)
      const { list } = (await server.call(token, 'GET user/session')).data
      const [mine] = list.filter((one: { current: number }) => one.current)
      await fine(server.call(other, 'DELETE user/session', { id: mine.id }))
    },
    why: 'signed_out',
  },
  'an API token deleted': {
    who: robot,
    async act({ uid, token_id }) {
      const session = await signIn(uid)
      await fine(server.call(session, 'DELETE user/token', { id: token_id }))
    },
    why: 'signed_out',
  },
  'a session that expires': { who: member, before: (one) => endsIn(3, one), why: 'signed_out' },
  'an API token that expires': { who: robot, before: (one) => endsIn(3, one), why: 'signed_out' },
  'a weaker role': {
    who: member,
    async act(one) {
      const { id, rev } = await rowOf(one)
      await fine(server.call(admin, 'PUT user/member', { id, rev, role: 3 }))
    },
    why: 'role_changed',
  },
  'a new password, from another session': {
    who: member,
    async act({ uid }) {
      const other = await signIn(uid)
      await fine(server.call(other, 'POST user/profile', { password: 'Another-2026', old_password: password }))
    },
    why: 'signed_out',
  },
  'a password set by an administrator': {
    who: member,
    async act(one) {
      const { id, rev } = await rowOf(one)
      await fine(server.call(admin, 'PUT user/member', { id, rev, password: 'Another-2026' }))
    },
    why: 'signed_out',
  },
  'the end of a share': {
    who: guest,
    act: ({ owner, share_id }) => fine(server.call(owner, 'POST scene/share/unbind', { ids: [share_id] })),
    why: 'share_ended',
    sceneAlone: true,
  },
  'a share that becomes one to look at': {
    who: guest,
    act: ({ owner, share_id }) => fine(server.call(owner, 'PUT scene/share', { id: share_id, permission: 2 })),
    why: 'share_narrowed',
    sceneAlone: true,
  },
  'a share that expires': {
    who: guest,
    before: ({ uid }) =>
      server.system.db.run(sql`update scene_guest set expires_at = ${server.system.now() + 3} where uid = ${uid}`),
    why: 'share_ended',
    sceneAlone: true,
  },
  'a device removed': {
    who: guest,
    act: ({ owner, device_id }) => fine(server.call(owner, 'DELETE device', { ids: [device_id] })),
    why: 'gone',
    deviceAlone: true,
  },
  'a device moved to another scene': {
    who: member,
    async act({ owner, device_id, account }) {
      const { data } = await server.call(owner, 'POST scene', { name: `${account} other` })
      await fine(server.call(owner, 'PUT device', { id: device_id, scene_id: data.id }))
    },
    why: 'gone',
    deviceAlone: true,
  },
  'a scene removed': {
    who: guest,
    async act({ owner, scene_id }) {
      const { name } = (await server.call(owner, 'GET scene', { ids: [scene_id] })).data.list[0]
      await fine(server.call(owner, 'DELETE scene', { id: scene_id, name, force: 1 }))
    },
    why: 'gone',
    sceneAlone: true,
  },
  'the team of the scene closed': {
    who: guest,
    async act({ scene_id }) {
      const { db, now } = server.system
      await db.run(sql`update account set cancel_at = ${now()}
        where team_id = (select s.team_id from scene s where s.id = ${scene_id})`)
      await closeAccounts.run({}, server.system)
    },
    why: 'gone',
    deviceAlone: true,
  },
}

describe.each(Object.entries(causes))('%s ends', (cause, { who, before, act, why, deviceAlone, sceneAlone }) => {
  const told = { shell: true, tunnel: true, live: !deviceAlone, upload: !deviceAlone && !sceneAlone }
  test.each(Object.entries(channels).filter(([name]) => told[name as keyof typeof told]))(
    'a %s',
    async (name, open) => {
      const person = await who()
      await before?.(person)
      const requested = server.system.now()
      const { ended } = await open(person.token, person.device_id)
      await act?.(person)
      // an expiry takes effect with a full second of the clock
      const began = act ? performance.now() : performance.now() + (requested + 3 - Date.now() / 1000) * 1000
      const late = new Promise<string>((resolve) => setTimeout(resolve, LIMIT * 1000, 'nothing').unref())
      const said = await Promise.race([ended, late])
      const seconds = (performance.now() - began) / 1000
      if (name === 'shell') expect(said).toBe(why)
      else expect(said).not.toMatch(/nothing|answered/)
      took.push(`${seconds.toFixed(2)} s  ${name}: ${cause}`)
    },
  )
})
