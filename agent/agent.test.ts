import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from './files/backup.ts'
import { bundleAgent } from './bundle.ts'
import { isRoot } from './host/capabilities.ts'
import type { LooseJson } from './loose.ts'
import { hasTool } from './host/run-tool.ts'
import { unpackTar } from './files/tar.ts'
import { type TestAuthority, type AgentTestGateway, makeAuthority, signed, startGateway } from './test-gateway.ts'

// One agent, started from its bundle as by an operator, with one controller on real sockets.

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'belvedere-agent-'))
const file = join(folder, 'agent.mjs')
const dir = join(folder, 'state')
const serial = '0c1111ee0001'
let authority: TestAuthority
let gateway: AgentTestGateway
let agent: ChildProcess

beforeAll(async () => {
  const bundled = await bundleAgent()
  await cp(bundled.path, file)
  authority = await makeAuthority()
  gateway = await startGateway(authority)
})

afterAll(async () => {
  agent?.kill('SIGTERM')
  if (agent && agent.exitCode === null) await once(agent, 'exit')
  await gateway?.kill()
  rmSync(folder, { recursive: true, force: true })
})

function start(reported: 'pipe' | 'ignore' | 'inherit' = process.env.AGENT_LOG ? 'inherit' : 'ignore'): ChildProcess {
  return spawn(process.execPath, [file, 'run', '--dir', dir, '--interval', '1'], {
    stdio: ['ignore', 'ignore', reported],
    env: { ...process.env, BELVEDERE_AGENT_NO_REBOOT: '1', SHELL: '/bin/sh' },
  })
}

const cli = (...args: string[]) =>
  run(process.execPath, [file, ...args], { env: { ...process.env, LANG: 'C', LC_ALL: 'C' } })
const enrolArgs = (pin: string, token: string) => [
  'enrol',
  '--server',
  '127.0.0.1',
  '--enrol-port',
  String(gateway.enrolPort),
  '--port',
  String(gateway.port),
  '--pin',
  pin,
  '--token',
  token,
  '--dir',
  dir,
]

test('enrolment refuses a server without the pinned key, and sends it nothing', async () => {
  const wrong = Buffer.alloc(32, 7).toString('base64')
  await expect(cli(...enrolArgs(wrong, 'good-token'))).rejects.toThrow('does not hold the pinned key')
  expect(existsSync(dir)).toBe(false)
})

test('enrolment reports why the server refuses', async () => {
  await expect(cli(...enrolArgs(authority.pin, 'old-token'))).rejects.toThrow('the token is used up')
})

test('enrolment stores key and certificate readable by the owner alone, once', async () => {
  await cli(...enrolArgs(authority.pin, 'good-token'))
  expect(statSync(join(dir, 'key.pem')).mode & 0o777).toBe(0o600)
  expect(statSync(dir).mode & 0o777).toBe(0o700)
  expect(JSON.parse(readFileSync(join(dir, 'agent.json'), 'utf8'))).toMatchObject({
    serial,
    server: '127.0.0.1',
    port: gateway.port,
  })
  await expect(cli(...enrolArgs(authority.pin, 'good-token'))).rejects.toThrow('already enrolled')
})

test('an enrolled host enrols again with its existing key; a key that the server no longer accepts is replaced', async () => {
  const key = () => readFileSync(join(dir, 'key.pem'), 'utf8')
  const first = key()
  await cli(...enrolArgs(authority.pin, 'good-token'), '--force')
  expect(key()).toBe(first)
  await cli(...enrolArgs(authority.pin, 'revoked'), '--force')
  expect(key()).not.toBe(first)
})

test('a key that waits for the owner is used for the next enrolment', async () => {
  const other = join(folder, 'other')
  const again = () => cli(...enrolArgs(authority.pin, 'waits').slice(0, -1), other)
  await expect(again()).rejects.toThrow('the owner is asked')
  const waiting = readFileSync(join(other, 'key.waiting.pem'), 'utf8')
  await again()
  expect(readFileSync(join(other, 'key.pem'), 'utf8')).toBe(waiting)
  expect(existsSync(join(other, 'key.waiting.pem'))).toBe(false)
})

test('it connects with its certificate and identifies itself first', async () => {
  agent = start()
  const socket = await gateway.method('(socket)')
  expect(socket.params).toMatchObject({ cn: serial, protocol: 'ucentral-broker' })
  const { params } = (await gateway.method('connect')) as { params: LooseJson }
  expect(params).toMatchObject({
    serial,
    uuid: 0,
    capabilities: { platform: 'linux', 'x-belvedere': { version: 1, root: isRoot() } },
  })
  expect((params.capabilities as { 'x-belvedere': LooseJson })['x-belvedere'].methods).toContain('cgi')
})

test('the state follows within three seconds and then at the interval, with the counters of the kernel', async () => {
  const first = (await gateway.method('state', 3000)) as { params: { state: LooseJson } }
  const { unit, interfaces } = first.params.state as { unit: LooseJson; interfaces: LooseJson[] }
  expect(unit.memory).toMatchObject({ total: expect.any(Number) })
  for (const link of interfaces) expect(existsSync(`/sys/class/net/${link.name}`)).toBe(true)
  await gateway.method('state', 2500)
})

test('a state can be requested', async () => {
  const result = await gateway.ask('request', { serial, message: 'state', request_uuid: 'r-1' })
  expect(result.status).toMatchObject({ error: 0 })
  await gateway.next((message) => message.method === 'state' && (message.params as LooseJson).request_uuid === 'r-1')
})

test('telemetry is streamed until it is stopped', async () => {
  expect((await gateway.ask('telemetry', { serial, interval: 1, types: ['state'] })).status).toMatchObject({ error: 0 })
  const { params } = (await gateway.method('telemetry')) as { params: { data: { state: [number, LooseJson][] } } }
  expect(params.data.state[0]?.[1]).toHaveProperty('unit')
  expect((await gateway.ask('telemetry', { serial, interval: 1, types: ['state'] })).status).toMatchObject({ error: 2 })
  expect((await gateway.ask('telemetry', { serial, interval: 0 })).status).toMatchObject({ error: 0 })
})

test.runIf(hasTool('ip'))('cgi returns the output of the kernel tool', async () => {
  const { data } = (await gateway.ask('x-belvedere.cgi', { serial, type: 'interfaces', content: { limit: 500 } })) as {
    data: { total: number; list: LooseJson[] }
  }
  const truth = JSON.parse(execFileSync('ip', ['-j', 'addr'], { encoding: 'utf8' })) as {
    ifname: string
    addr_info: LooseJson[]
  }[]
  expect(data.total).toBe(truth.length)
  for (const { ifname, addr_info } of truth) {
    const own = addr_info.filter((info) => info.family === 'inet').map((info) => `${info.local}/${info.prefixlen}`)
    expect(data.list.find((row) => row.name === ifname)?.ipv4).toBe(own.join(', '))
  }
})

test.each([
  ['an unknown query', 'x-belvedere.cgi', { type: 'secrets' }, 'Not support'],
  ['an unknown method', 'wifiscan', {}, 'Not support'],
  ['a configuration without a number', 'configure', { config: {} }, isRoot() ? 'uuid is not valid' : 'as root'],
  ['another device', 'reboot', { serial: '0c1111ee0002' }, 'another device'],
  ['an option instead of a host', 'x-belvedere.ping', { host: '-f' }, 'not a host name'],
  ['a shell that is not open', 'x-belvedere.shell.write', { session: 'none', data: '' }, 'closed'],
  ['a script in another language', 'script', { type: 'ucode', script: 'eA==' }, 'type shell'],
  ['a download without https', 'x-belvedere.backup', { uri: 'http://127.0.0.1/x' }, 'must be https'],
])('it refuses %s and gives the reason in both languages', async (_, method, params, text) => {
  const { status } = (await gateway.ask(method, { serial, ...params })) as {
    status: { error: number; text: string; words: { zh: string } }
  }
  expect(status.error).toBeGreaterThan(0)
  expect(status.text).toContain(text)
  expect(status.words.zh).not.toBe('')
})

test('invalid messages do no harm', async () => {
  const frames = [
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"id":1}',
    '{"id":"x","method":"ping","params":{}}',
    '{"method":"ping","params":[],"id":3}',
    Buffer.from([0xff, 0xfe]),
  ]
  for (const frame of frames) gateway.raw(frame)
  gateway.raw(JSON.stringify({ jsonrpc: '2.0', id: 5, method: '__proto__', params: {} }))
  gateway.raw(JSON.stringify({ jsonrpc: '2.0', id: 6, method: 'constructor', params: { serial } }))
  expect((await gateway.ask('ping', { serial })).status).toEqual({ error: 0, text: '' })
})

const base64 = (text: string) => Buffer.from(text).toString('base64')

test('a script returns its exit status and output, and its time is bounded', async () => {
  const good = await gateway.ask('script', {
    serial,
    type: 'shell',
    script: base64('echo out; echo err >&2; exit 3'),
    timeout: 5,
  })
  expect(good.status).toMatchObject({ error: 3, result: 'out\nerr\n' })
  const long = await gateway.ask('script', {
    serial,
    type: 'shell',
    script: base64('echo a; sleep 60 & sleep 60'),
    timeout: 1,
  })
  expect(long.status).toMatchObject({ error: 255, result: 'a\n' })
})

test.runIf(hasTool('ping'))('ping returns the output of the tool', async () => {
  const { data } = (await gateway.ask('x-belvedere.ping', { serial, host: '127.0.0.1', count: 1 })) as {
    data: { text: string }
  }
  expect(data.text).toContain('1 packets transmitted')
})

test.runIf(hasTool('script') || hasTool('python3'))(
  'the remote shell is a terminal that can be resized and closed',
  async () => {
    expect(
      (await gateway.ask('x-belvedere.shell.open', { serial, session: 's1', cols: 91, rows: 33 })).status,
    ).toMatchObject({ error: 0 })
    const type = (text: string) => gateway.ask('x-belvedere.shell.write', { serial, session: 's1', data: base64(text) })
    let shown = ''
    const until = async (wanted: RegExp) => {
      while (!wanted.test(shown)) shown += Buffer.from(String((await shellNews()).data ?? ''), 'base64').toString()
    }
    await type('tty; stty size\n')
    await until(/\/dev\/pts\/\d+\r\n33 91\r\n/)
    await gateway.ask('x-belvedere.shell.resize', { serial, session: 's1', cols: 120, rows: 40 })
    await type('stty size\n')
    await until(/40 120\r\n/)
    await type('exit 4\n')
    expect(await closing()).toMatchObject({ session: 's1', closed: true, exit: 4 })
  },
)

async function shellNews(): Promise<LooseJson> {
  const message = await gateway.next((candidate) => {
    const event = (candidate.params as { data?: { event?: [number, LooseJson] } } | undefined)?.data?.event
    return candidate.method === 'event' && event?.[1]?.type === 'belvedere.shell'
  })
  return (message as { params: { data: { event: [number, { payload: LooseJson }] } } }).params.data.event[1].payload
}

async function closing(): Promise<LooseJson> {
  for (;;) {
    const news = await shellNews()
    if (news.closed) return news
  }
}

test('a backup is uploaded completely', async () => {
  const uri = `https://127.0.0.1:${gateway.port}/put/backup`
  const { status, data } = (await gateway.ask('x-belvedere.backup', { serial, uri })) as {
    status: LooseJson
    data: LooseJson
  }
  expect(status.error).toBe(0)
  const archive = gateway.files.get('/put/backup') as Buffer
  expect(data).toEqual({ size: archive.length, sha256: sha256(archive) })
  const manifest = (await unpackTar(gunzipSync(archive))).find((entry) => entry.path === 'belvedere/manifest.json')
  expect(JSON.parse(manifest?.content.toString() ?? '')).toMatchObject({ serial, root: isRoot() })
})

test('a restore of the wrong archive is refused before it is opened', async () => {
  gateway.files.set('/get/backup', Buffer.from('not what was announced'))
  const uri = `https://127.0.0.1:${gateway.port}/get/backup`
  const { status } = (await gateway.ask('x-belvedere.restore', { serial, uri, sha256: '00' })) as { status: LooseJson }
  expect(status.error).toBe(2)
})

test('it reconnects after the controller was killed', async () => {
  const { enrolPort, port } = gateway
  await gateway.kill()
  gateway = await startGateway(authority, { enrol: enrolPort, devices: port })
  const { params } = (await gateway.method('connect', 6000)) as { params: LooseJson }
  expect(params.reason).toBe('socket')
  const { params: reported } = (await gateway.method('state', 3000)) as { params: { state: LooseJson } }
  expect(reported.state['x-belvedere']).toMatchObject({ since: { seconds: expect.any(Number) } })
})

test('samples from before the connection loss are delivered on request, until the gateway has stored them', async () => {
  const request = async () => {
    gateway.raw(JSON.stringify({ jsonrpc: '2.0', method: 'x-belvedere.samples', params: { most: 3 } }))
    const { params } = await gateway.next((message) => JSON.stringify(message).includes('"x-belvedere.samples":'))
    const { data } = params as { data: Record<string, [[number, LooseJson & { rows: number[][] }]]> }
    return data['x-belvedere.samples']?.[0][1]
  }
  const reported = await request()
  expect(reported).toMatchObject({ first: 1, unsure: [0, 1, 2], series: expect.any(Number), names: expect.any(Array) })
  expect(reported?.rows.map(([after, span]) => [after, span])).toEqual([
    [0, expect.any(Number)],
    [expect.any(Number), expect.any(Number)],
    [expect.any(Number), expect.any(Number)],
  ])
  expect(await request()).toMatchObject({ first: 1, rows: reported?.rows })
  const note = { jsonrpc: '2.0', method: 'x-belvedere.kept', params: { series: reported?.series, last: 3 } }
  gateway.raw(JSON.stringify(note))
  expect(await request()).toMatchObject({ first: 4, series: reported?.series })
})

test('a reboot is acknowledged, then the agent disconnects and reconnects', async () => {
  expect((await gateway.ask('reboot', { serial, when: 0 })).status).toMatchObject({ error: 0 })
  const { params } = (await gateway.method('connect', 8000)) as { params: LooseJson }
  expect(params.reason).toBe('reboot')
  await gateway.next((message) => JSON.stringify(message).includes('device.reboot'))
})

const offer = (content: Buffer, proof: LooseJson) => {
  gateway.files.set('/get/agent.mjs', content)
  return gateway.ask('upgrade', { serial, uri: `https://127.0.0.1:${gateway.port}/get/agent.mjs`, ...proof })
}
const newVersion = () => Buffer.from(readFileSync(file, 'utf8').replaceAll(/0\.1\.0\+[0-9a-f]{8}/g, '9.9.9+deadbeef'))

test('an upgrade with another signature, or with none, changes nothing', async () => {
  const { generateKeyPairSync } = await import('node:crypto')
  const before = readFileSync(file)
  const content = newVersion()
  const forged = signed(content, generateKeyPairSync('ed25519').privateKey)
  for (const proof of [
    forged,
    { sha256: forged.sha256 },
    { ...signed(content, authority.signing.privateKey), sha256: '00' },
  ]) {
    expect((await offer(content, proof)).status).toMatchObject({ error: 2 })
  }
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('a valid upgrade that never reaches the gateway is rolled back', async () => {
  const before = readFileSync(file)
  const content = Buffer.from('process.exit(3)\n')
  expect((await offer(content, signed(content, authority.signing.privateKey))).status).toMatchObject({ error: 0 })
  const { params } = (await gateway.method('connect', 10_000)) as { params: LooseJson }
  expect(params.reason).toBe('upgradefailed')
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('a valid upgrade is installed and the previous version is kept', async () => {
  const before = readFileSync(file)
  const content = newVersion()
  expect((await offer(content, signed(content, authority.signing.privateKey))).status).toMatchObject({ error: 0 })
  const connected = (message: LooseJson) =>
    message.method === 'connect' && String((message.params as LooseJson).firmware).includes('9.9.9')
  await gateway.next(connected, 10_000)
  await gateway.next(connected, 10_000)
  expect(readFileSync(file).equals(content)).toBe(true)
  expect(readFileSync(join(folder, 'agent.previous.mjs')).equals(before)).toBe(true)
  expect((await gateway.ask('ping', { serial })).status).toEqual({ error: 0, text: '' })
})

const certificateIn = (name: string) => new X509Certificate(readFileSync(join(dir, name)))
const publicPem = (key: X509Certificate['publicKey']) => key.export({ type: 'spki', format: 'pem' }) as string

test('a certificate for another key or another host is refused', async () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const own = publicPem(certificateIn('cert.pem').publicKey)
  for (const certificate of [
    await authority.issue(serial, publicPem(publicKey)),
    await authority.issue('0c1111ee0002', own),
    'no certificate',
  ]) {
    const { status } = await gateway.ask('x-belvedere.certificate', { serial, certificate })
    expect((status as LooseJson).error).not.toBe(0)
  }
  expect(existsSync(join(dir, 'cert.new.pem'))).toBe(false)
})

test('a certificate for its own key is kept beside the previous one until a connection with it succeeds', async () => {
  const former = certificateIn('cert.pem')
  const certificate = await authority.issue(serial, publicPem(former.publicKey))
  const { status } = await gateway.ask('x-belvedere.certificate', {
    serial,
    certificate,
    enrol_port: gateway.enrolPort,
  })
  expect(status).toMatchObject({ error: 0 })
  const fresh = certificateIn('cert.new.pem').serialNumber
  expect(certificateIn('cert.pem').serialNumber).toBe(former.serialNumber)
  gateway.cut()
  await gateway.next(({ method, params }) => method === '(socket)' && (params as LooseJson).number === fresh, 20_000)
  await expect.poll(() => certificateIn('cert.pem').serialNumber).toBe(fresh)
  expect(existsSync(join(dir, 'cert.new.pem'))).toBe(false)
})

test('after a failed connection with the new certificate, the previous one is used', async () => {
  const stranger = await makeAuthority()
  const former = certificateIn('cert.pem')
  const certificate = await stranger.issue(serial, publicPem(former.publicKey))
  await gateway.ask('x-belvedere.certificate', { serial, certificate })
  gateway.cut()
  const isFormer = ({ method, params }: LooseJson) =>
    method === '(socket)' && (params as LooseJson).number === former.serialNumber
  await gateway.next(isFormer, 40_000)
  rmSync(join(dir, 'cert.new.pem'))
})

test('it stops at once on request', async () => {
  agent.kill('SIGTERM')
  const [code] = await once(agent, 'exit')
  expect(code).toBe(0)
})

test('it continues to run when no process reads its output', async () => {
  await gateway.kill()
  agent = start('pipe')
  const reported = agent.stderr
  if (!reported) throw new Error('its errors are not read')
  await once(reported, 'data')
  reported.destroy()
  const before = cpuOf(agent)
  await new Promise((resolve) => setTimeout(resolve, 4000))
  expect(agent.exitCode).toBeNull()
  expect(cpuOf(agent) - before).toBeLessThan(1.5)
  agent.kill('SIGTERM')
  const [code] = await once(agent, 'exit')
  expect(code).toBe(0)
  gateway = await startGateway(authority)
})

/** CPU seconds used so far; the kernel counts a hundred ticks per second. */
function cpuOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
