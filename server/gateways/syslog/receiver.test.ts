import { execFile, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { promisify } from 'node:util'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Access } from '../../kernel/access.ts'
import { gatewayPortSubject } from '../../devices/gateway.ts'
import { guardChild } from '../../base/edge/guard-socket.ts'
import { introduce } from '../../devices/test-devices.ts'
import { startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { foundTeam } from '../../rooms/account/api.ts'

const run = promisify(execFile)
let server: TestServer
let token: string
let scene = 0
let secret = ''
let port = 0
let tlsPort = 0
beforeAll(async () => {
  server = await startTestServer(['--syslog', '--syslog-port', '0', '--syslog-tls-port', '0'])
  token = await server.signIn()
  scene = (await server.call(token, 'POST scene', { name: 'Plant' })).data.id
  secret = (await server.call(token, 'POST log/syslog', { scene_id: scene, name: 'By token' })).data.token
  port = await server.system.bus.request<number>(gatewayPortSubject('syslog'), {}, 5000)
  tlsPort = await server.system.bus.request<number>(gatewayPortSubject('syslog-tls'), {}, 5000)
})
afterAll(() => server?.close())

const mark = () => `[belvedere@32473 token="${secret}"]`
const line = (text: string) => `<30>1 - core-switch app 1 - ${mark()} ${text}`
const lines = async () =>
  (await server.call(token, 'GET log/device', { scene_id: scene, limit: 200 })).data.list as {
    device_id: number
    device_name: string
    program: string
    text: string
    type: string
    severity: number
  }[]
const shown = (text: string) => vi.waitFor(async () => one(await lines(), text), { interval: 200 })
function one<Row extends { text: string }>(rows: Row[], text: string): Row {
  const found = rows.filter((row) => row.text.includes(text))
  expect(found).toHaveLength(1)
  return found[0] as Row
}

async function datagram(text: string): Promise<void> {
  const socket = createSocket('udp4')
  socket.on('error', () => {})
  await new Promise((sent) => socket.send(text, port, '127.0.0.1', sent))
  socket.close()
}

async function stream(open: () => Socket, ...pieces: string[]): Promise<void> {
  const socket = open()
  socket.on('error', () => {})
  for (const piece of pieces) await new Promise<void>((sent) => void socket.write(piece, () => sent()))
  await new Promise<void>((ended) => socket.end(() => ended()))
}
const plain = () => connect(port, '127.0.0.1')
const secure = () =>
  connectTls({
    port: tlsPort,
    host: '127.0.0.1',
    ca: server.system.pki.gatewayCert,
    checkServerIdentity: () => undefined,
    rejectUnauthorized: false,
  })

test('by datagram, by lines, by octet counting and over TLS, with a token', async () => {
  await datagram(line('by datagram'))
  await stream(plain, `${line('line one')}\n${line('line')}`, ` two\n`)
  const counted = line('counted, 中文')
  await stream(plain, `${Buffer.byteLength(counted)} ${counted}`)
  await stream(secure, `${line('over TLS')}\n`)
  for (const text of ['by datagram', 'line one', 'line two', 'counted, 中文', 'over TLS'])
    expect(await shown(text)).toMatchObject({ device_id: 0, device_name: 'core-switch', program: 'app', severity: 6 })
  expect((await lines()).every(({ text }) => !text.includes(secret))).toBe(true)
})

test('from a device of the scene by its name, and alarms are raised from it', async () => {
  await server.call(token, 'POST alarm/config', { scene_id: scene, preset: 'strict' })
  const { device_id } = await introduce(server.system, '0c1111aa0201')
  await server.system.db.run(sql`update device set scene_id = ${scene}, name = 'Edge-FW' where id = ${device_id}`)
  const said = 'Accepted password for root from 198.51.100.9 port 5022 ssh2'
  await datagram(`<86>Nov  3 07:08:09 edge-fw sshd[77]: ${mark()} ${said}`)
  expect(await shown(said)).toMatchObject({ device_id, device_name: 'Edge-FW', type: 'acc', program: 'sshd' })
  await datagram(`<14>1 - Edge-FW firewall - - ${mark()} possible SYN flooding from 198.51.100.9`)
  await vi.waitFor(
    async () => {
      const { list } = (await server.call(token, 'GET alarm/log', { scene_id: scene, limit: 50 })).data
      expect(list.map(({ type }: { type: string }) => type).sort()).toEqual(['dev_attacked', 'dev_login'])
    },
    { interval: 200 },
  )
})

test('lines of unassigned senders are dropped until the address is assigned; after the source is removed they are dropped again', async () => {
  await datagram('<14>Nov  3 07:08:09 stranger app: of nobody')
  await datagram(`<14>1 - x app - - [belvedere@32473 token="${'x'.repeat(43)}"] of nobody`)
  await datagram('no syslog at all')
  await datagram(line('after the strangers'))
  await shown('after the strangers')
  const added = await server.call(token, 'POST log/syslog', { scene_id: scene, name: 'Here', address: '127.0.0.1' })
  expect(added).toMatchObject({ code: 0, data: { token: '' } })
  await vi.waitFor(
    async () => {
      await datagram('<14>Nov  3 07:08:09 printer-3 app: by address')
      expect((await lines()).some(({ text }) => text === 'by address')).toBe(true)
    },
    { interval: 300 },
  )
  expect((await lines()).filter(({ text }) => text.includes('of nobody'))).toEqual([])
  const { list, receiver } = (await server.call(token, 'GET log/syslog', {})).data
  expect(receiver).toMatchObject({ on: 1, port, tls_port: tlsPort })
  expect(list).toMatchObject([
    { name: 'By token', address: '' },
    { name: 'Here', address: '127.0.0.1' },
  ])
  expect(list[1].seen_at).toBeGreaterThan(0)
  expect(JSON.stringify(list)).not.toContain(secret)
  const removed = await server.call(token, 'DELETE log/syslog', { id: list[1].id })
  expect(removed.code).toBe(0)
  const request_id = (await server.call(token, 'GET log/sys', { object: 'syslog-source' })).data.list[0].id
  expect((await server.call(token, 'POST log/undo', { id: request_id })).data).toMatchObject({ err_cnt: 0 })
  expect((await server.call(token, 'GET log/syslog', {})).data.list).toHaveLength(2)
})

test('an address belongs to one scene alone, to no large network, and to no other team', async () => {
  await foundTeam(
    { db: server.system.db, access: Access.system },
    { team: 'other', account: 'other', password: 'Testing-2026', now: server.system.now() },
  )
  const other = await server.signIn('other', 'Testing-2026')
  const theirs = (await server.call(other, 'POST scene', { name: 'Theirs' })).data.id
  const add = async (address: string, as = other, scene_id = theirs) =>
    (await server.call(as, 'POST log/syslog', { scene_id, name: 'x', address })).code
  expect(await add('127.0.0.0/24')).toBe(11342)
  expect(await add('10.0.0.0/8')).toBe(11341)
  expect(await add('2001:db8::/48')).toBe(11341)
  for (const wrong of ['x', '10.0.0.1/33', '10.0.0.1/24/1', '1.2.3', '10.0.0.1/-1'])
    expect(await add(wrong)).toBe(11340)
  const { device_id } = await introduce(server.system, '0c1111aa0202', { address: '203.0.113.40' })
  await server.system.db.run(sql`update device set scene_id = ${scene} where id = ${device_id}`)
  expect(await add('203.0.113.40')).toBe(11343)
  expect(await add('203.0.113.99/26')).toBe(0)
  expect(await add('203.0.113.41', other, scene)).not.toBe(0)
  expect((await server.call(other, 'GET log/syslog', {})).data.list).toMatchObject([{ address: '203.0.113.64/26' }])
})

test('hostile bytes end at most their own connection', async () => {
  await datagram('')
  await datagram(`<30>${'\0'.repeat(100)}\u202e${mark()}`)
  await datagram(`<30>${'['.repeat(60_000)}`)
  await stream(plain, '999999999 <13>x')
  await stream(plain, `${line('cut '.padEnd(100_000, 'y'))}\n${line('after the cut')}\n`)
  await stream(secure, '\x16\x03\x01 no TLS inside')
  await shown('after the cut')
  const long = await shown('cut yyy')
  expect(long.text.length).toBeLessThanOrEqual(1024)
})

test.skipIf(!existsSync('/usr/bin/logger'))('messages of logger of util-linux are parsed', async () => {
  const to = ['--server', '127.0.0.1', '--port', String(port)]
  const data = ['--sd-id', 'belvedere@32473', '--sd-param', `token="${secret}"`]
  await run('logger', [...to, '--udp', '--rfc5424', ...data, '-p', 'local0.err', '-t', 'util5424', 'logger by UDP'])
  await run('logger', [...to, '--tcp', '--rfc5424', ...data, '--octet-count', '-t', 'util5424', 'logger counted'])
  await run('logger', [...to, '--tcp', '--rfc3164', '-t', 'util3164', `${mark()} logger by lines`])
  expect(await shown('logger by UDP')).toMatchObject({ program: 'util5424', severity: 3 })
  expect(await shown('logger counted')).toMatchObject({ program: 'util5424', text: 'logger counted' })
  expect(await shown('logger by lines')).toMatchObject({ program: 'util3164', text: 'logger by lines' })
})

/** Runs an external log daemon, which reads from its own socket, until `work` is done. */
async function withDaemon(command: string, args: string[], work: () => Promise<void>): Promise<void> {
  const daemon = guardChild(spawn(command, args, { stdio: 'ignore' }))
  const ended = new Promise((resolve) => daemon.once('exit', resolve))
  try {
    await work()
  } finally {
    daemon.kill('SIGKILL')
    await ended
  }
}

test.skipIf(!existsSync('/usr/sbin/rsyslogd'))('messages of rsyslogd are parsed', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'rsyslog-'))
  const target = `target="127.0.0.1" port="${port}" protocol="tcp"`
  await writeFile(
    join(dir, 'rsyslog.conf'),
    `module(load="imuxsock" SysSock.Use="off")
input(type="imuxsock" Socket="${dir}/log" CreatePath="on")
template(name="new" type="string" string="<%PRI%>1 %TIMESTAMP:::date-rfc3339% %HOSTNAME% %APP-NAME% %PROCID% %MSGID% [belvedere@32473 token=\\"${secret}\\"]%msg%\\n")
template(name="old" type="string" string="<%PRI%>%TIMESTAMP% %HOSTNAME% %syslogtag% [belvedere@32473 token=\\"${secret}\\"]%msg%")
action(type="omfwd" ${target} template="new")
action(type="omfwd" ${target} TCP_Framing="octet-counted" template="old")
`,
  )
  await withDaemon('rsyslogd', ['-n', '-f', join(dir, 'rsyslog.conf'), '-i', join(dir, 'pid')], async () => {
    await vi.waitFor(() => expect(existsSync(join(dir, 'log'))).toBe(true))
    await run('logger', ['--socket', join(dir, 'log'), '-t', 'forwarded', 'through rsyslogd'])
    const both = await vi.waitFor(
      async () => {
        const found = (await lines()).filter(({ text }) => text === 'through rsyslogd')
        expect(found).toHaveLength(2)
        return found
      },
      { interval: 300 },
    )
    for (const row of both) expect(row).toMatchObject({ program: 'forwarded', severity: 5 })
  })
  await rm(dir, { recursive: true, force: true })
})
