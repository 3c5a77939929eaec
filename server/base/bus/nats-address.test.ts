import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ConfigError, readConfig } from '../settings/config.ts'
import { natsOptions } from './nats-address.ts'
import { natsBus } from './nats-bus.ts'
import { MakerPki } from '../keys/test-maker-pki.ts'

test.each([
  ['nats://127.0.0.1:4222', { servers: ['127.0.0.1:4222'] }],
  ['nats://bus', { servers: ['bus'] }],
  ['nats://one:p%40ss%3A%2F@bus:4222', { servers: ['bus:4222'], user: 'one', pass: 'p@ss:/' }],
  ['nats://s3cret@bus', { servers: ['bus'], token: 's3cret' }],
  ['nats://a:1@one,nats://a:1@two:5222, nats://three', { servers: ['one', 'two:5222', 'three'], user: 'a', pass: '1' }],
])('%s', (address, wanted) => {
  expect(natsOptions(address)).toEqual(wanted)
})

test('tls:// asks for TLS, and so does an authority', () => {
  expect(natsOptions('tls://a:1@bus').tls).toBeDefined()
  expect(natsOptions('nats://bus').tls).toBeUndefined()
})

test.each([
  'http://bus',
  'bus:4222',
  'nats://',
  'nats://bus/path',
  'nats://a:1@one,nats://b:2@two',
  'tls://x,nats://y',
])('%s is refused at the start, without what it holds', (address) => {
  const read = () => readConfig(['--nats-url', address.replace('1@', 'hunter2@')], {})
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(/--nats-url: .* \/ /)
  expect(read).not.toThrow(/hunter2/)
})

const hasNats = (() => {
  try {
    return execFileSync('nats-server', ['--version']).length > 0
  } catch {
    return false
  }
})()

describe.skipIf(!hasNats)('a real server', () => {
  const dir = mkdtempSync(join(tmpdir(), 'belvedere-nats-'))
  const running: ChildProcess[] = []
  let pki: { ca: string; cert: string[]; wrong: string[]; foreign: string }
  beforeAll(() => {
    const maker = new MakerPki(join(dir, 'pki'))
    const authority = maker.make('Bus authority', { kind: 'ca' })
    const files = (name: string) => {
      const made = maker.make('bus', { kind: 'server', by: authority, names: [name] })
      return ['--tls', '--tlscert', made.certificateFile, '--tlskey', made.keyFile]
    }
    pki = {
      ca: authority.certificateFile,
      cert: files('IP:127.0.0.1'),
      wrong: files('DNS:localhost'),
      foreign: maker.make('Another authority', { kind: 'ca' }).certificateFile,
    }
  })
  afterAll(() => {
    for (const one of running) one.kill()
    rmSync(dir, { recursive: true, force: true })
  })

  /** Starts one; returns `127.0.0.1:port`. */
  async function serve(...flags: string[]): Promise<string> {
    const port = await new Promise<number>((resolve) => {
      const probe = createServer().listen(0, '127.0.0.1', () => {
        const { port: free } = probe.address() as AddressInfo
        probe.close(() => resolve(free))
      })
    })
    running.push(spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), ...flags], { stdio: 'ignore' }))
    const listens = () =>
      new Promise<boolean>((resolve) => {
        const probe = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
        probe.once('connect', () => probe.destroy())
      })
    await vi.waitUntil(listens)
    return `127.0.0.1:${port}`
  }

  /** Opens a bus and asks something over it with a second one; what came of it, or the words of the refusal. */
  async function meet(url: string, ca = ''): Promise<unknown> {
    const open = () => natsBus({ url, ca, onError: () => {} })
    const [one, two] = await Promise.all([open(), open()]).catch((error: Error) => [error.message] as const)
    if (typeof one === 'string' || !two) return one
    one.serve('double', async (n: number) => 2 * n)
    await one.ready()
    const answer = await two.request('double', 21, 5000)
    await Promise.all([one.close(), two.close()])
    return answer
  }

  test('user and password are used', async () => {
    const at = await serve('--user', 'belvedere', '--pass', 'p@ss/1')
    expect(await meet(`nats://belvedere:p%40ss%2F1@${at}`)).toBe(42)
    for (const url of [`nats://${at}`, `nats://belvedere:hunter2@${at}`]) {
      expect(await meet(url)).toMatch(/拒绝了其中的用户[^]*refuses its user/)
      expect(await meet(url)).not.toMatch(/hunter2/)
    }
  })

  test('a token is used', async () => {
    const at = await serve('--auth', 's3cret')
    expect(await meet(`nats://s3cret@${at}`)).toBe(42)
    expect(await meet(`nats://${at}`)).toMatch(/refuses its user/)
  })

  test('by tls:// the server is verified, its address among it', async () => {
    const at = await serve(...pki.cert, '--user', 'a', '--pass', 'b')
    expect(await meet(`tls://a:b@${at}`, pki.ca)).toBe(42)
    expect(await meet(`nats://a:b@${at}`, pki.ca), 'an authority means TLS').toBe(42)
    expect(await meet(`tls://a:b@${at}`), 'public authorities do not know it').toMatch(/cannot be reached/)
    expect(await meet(`tls://a:b@${at}`, pki.foreign)).toMatch(/cannot be reached/)
    const other = await serve(...pki.wrong)
    expect(await meet(`tls://${other}`, pki.ca), 'a certificate of another name').toMatch(/cannot be reached/)
  })

  test('by tls:// nothing goes to a server without TLS', async () => {
    const at = await serve()
    expect(await meet(`tls://${at}`)).toMatch(/以 TLS 连接[^]*reached by TLS\n.*does not support/)
    expect(await meet(`nats://${at}`)).toBe(42)
  })
})
