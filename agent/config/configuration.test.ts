import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LooseJson } from '../loose.ts'
import { hasTool } from '../host/run-tool.ts'

// A host in namespaces for network, names and files, with a process that executes the gateway's commands to the agent.

const host = `bvc${process.pid}h`
const isp = `bvc${process.pid}i`
const folder = mkdtempSync(join(tmpdir(), 'belvedere-configure-'))
const state = join(folder, 'state')
const ip = (line: string) => execFileSync('ip', line.split(' '), { encoding: 'utf8' })
const possible = process.getuid?.() === 0 && hasTool('ip') && hasTool('unshare') && canMakeNamespaces()

function canMakeNamespaces(): boolean {
  if (spawnSync('ip', ['netns', 'add', host]).status !== 0) return false
  const veth = spawnSync('ip', ['-n', host, 'link', 'add', 'probe', 'type', 'veth'])
  const mount = spawnSync('ip', ['netns', 'exec', host, 'unshare', '--uts', 'mount', '--bind', folder, '/mnt'])
  spawnSync('ip', ['netns', 'del', host])
  return veth.status === 0 && mount.status === 0
}

const module = (name: string) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)))
const program = `
import { createInterface } from 'node:readline'
import { hostname } from 'node:os'
import { readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { packTar } from ${module('../files/tar.ts')}
import { openDirectory } from ${module('../files/state-directory.ts')}
import { openConfiguration } from ${module('./configuration.ts')}
const made = openConfiguration(openDirectory(${JSON.stringify(state)}), () => {})
await made.resume()
const calls = { configure: made.configure, arm: made.arm, confirm: made.confirm, running: made.running, uuid: () => made.uuid,
  hosts: () => readFileSync('/etc/hosts', 'utf8'),
  overwrite: async (text) => {
    const file = { path: 'etc/hosts', content: readFileSync('/etc/hosts'), mode: 0o644, mtime: 0 }
    made.keepFiles(gzipSync(await packTar([file])))
    writeFileSync('/etc/hosts', text)
  },
  names: () => ({ hostname: hostname(), zone: readlinkSync('/etc/localtime'), resolver: readFileSync('/etc/resolv.conf', 'utf8') }) }
const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n')
say({ value: 'ready' })
for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...words] = JSON.parse(line)
  try { say({ value: (await calls[name](...words)) ?? null }) } catch (error) { say({ error: error.words ?? String(error) }) }
}`

/** One run of the agent on the host. Its /etc is a copy that survives the run like a disk. */
class AgentRun {
  readonly #child: ChildProcess
  readonly #lines: Interface
  readonly #ended: Promise<string[]>
  heard = ''

  constructor(hooks = '') {
    const mounts = `hostname "$(cat ${folder}/etc/hostname)"; mount --bind ${folder}/etc /etc; mount --bind ${folder}/run /run; exec "$0" "$@"`
    const node = [process.execPath, '--input-type=module', '-e', hooks + program]
    const words = ['netns', 'exec', host, 'unshare', '--uts', 'sh', '-c', mounts, ...node]
    this.#child = spawn('ip', words, { stdio: ['pipe', 'pipe', 'pipe'] })
    this.#child.stderr?.on('data', (data: Buffer) => (this.heard += data))
    this.#ended = once(this.#child, 'exit').then(() => [''])
    this.#lines = createInterface({ input: this.#child.stdout as never })
  }

  async #answer(): Promise<unknown> {
    const [line] = await Promise.race([once(this.#lines, 'line'), this.#ended])
    if (line === '') throw new Error(`ended: ${this.heard}`)
    const { value, error } = JSON.parse(String(line)) as { value: unknown; error?: { en: string } }
    if (error) throw new Error(error.en ?? JSON.stringify(error))
    return value
  }

  async begin(): Promise<this> {
    await this.#answer()
    return this
  }

  ask(...words: unknown[]): Promise<any> {
    this.#child.stdin?.write(`${JSON.stringify(words)}\n`)
    return this.#answer()
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }
}

const addresses = (device: string) =>
  (JSON.parse(ip(`-n ${host} -j -4 addr show dev ${device}`)) as { addr_info?: LooseJson[] }[]).flatMap(
    ({ addr_info }) => (addr_info ?? []).map(({ local, prefixlen }) => `${String(local)}/${String(prefixlen)}`),
  )
const routes = () =>
  ip(`-n ${host} route show`)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .sort()

const wan = (subnet: string, gateway: string, more: LooseJson = {}) => ({
  name: 'wan',
  role: 'upstream',
  ethernet: [{ 'select-ports': ['wan0'] }],
  ipv4: { addressing: 'static', subnet, gateway, ...more },
})
/** A document without the members of `kinds`, which have their own tests. */
const namesAndAddresses = ({ uuid, unit, interfaces }: LooseJson) => ({ uuid, unit, interfaces })
const moved = {
  unit: { hostname: 'moved', timezone: 'Asia/Shanghai' },
  interfaces: [wan('203.0.113.77/24', '203.0.113.254')],
}

describe.runIf(possible)('a configured host', () => {
  let life: AgentRun
  let before: string[]

  beforeAll(() => {
    cpSync('/etc', join(folder, 'etc'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (from) => !from.startsWith('/etc/ssl'),
    })
    mkdirSync(join(folder, 'run'))
  })

  beforeEach(async () => {
    rmSync(state, { recursive: true, force: true })
    rmSync(join(folder, 'etc/localtime'), { force: true })
    execFileSync('ln', ['-s', '/usr/share/zoneinfo/Etc/UTC', join(folder, 'etc/localtime')])
    writeFileSync(join(folder, 'etc/hostname'), 'before\n')
    writeFileSync(join(folder, 'etc/resolv.conf'), 'search example.net\nnameserver 192.0.2.53\n')
    for (const space of [host, isp]) {
      ip(`netns add ${space}`)
      ip(`-n ${space} link set lo up`)
    }
    ip(`link add wan0 netns ${host} type veth peer name isp0 netns ${isp}`)
    ip(`link add lan0 netns ${host} type veth peer name lan1 netns ${isp}`)
    for (const link of ['wan0', 'lan0']) ip(`-n ${host} link set ${link} up`)
    for (const link of ['isp0', 'lan1']) ip(`-n ${isp} link set ${link} up`)
    ip(`-n ${isp} addr add 203.0.113.1/24 dev isp0`)
    ip(`-n ${host} addr add 203.0.113.18/24 dev wan0`)
    ip(`-n ${host} addr add 203.0.113.19/24 dev wan0`)
    ip(`-n ${host} addr add 192.168.7.1/24 dev lan0`)
    ip(`-n ${host} route add default via 203.0.113.1 metric 50`)
    ip(`-n ${host} route add 10.9.0.0/16 via 203.0.113.5`)
    ip(`-n ${host} route add 10.8.0.0/16 via 192.168.7.8`)
    before = routes()
    life = await new AgentRun().begin()
  })

  afterEach(async () => {
    await life.kill()
    for (const space of [host, isp]) {
      const pids = spawnSync('ip', ['netns', 'pids', space]).stdout.toString().split('\n').filter(Boolean)
      for (const pid of pids) spawnSync('kill', ['-9', pid])
      spawnSync('ip', ['netns', 'del', space])
    }
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const names = async () => (await life.ask('names')) as { hostname: string; zone: string; resolver: string }

  test('reports its state before it is configured, and applying that report changes nothing', async () => {
    const { uuid, config } = await life.ask('running')
    expect(uuid).toBe(0)
    expect(namesAndAddresses(config)).toEqual({
      uuid: 0,
      unit: { name: 'before', hostname: 'before', timezone: 'Etc/UTC' },
      interfaces: [
        { ...wan('203.0.113.18/24', '203.0.113.1', { 'use-dns': ['192.0.2.53'] }), name: 'wan0' },
        {
          name: 'lan0',
          role: 'downstream',
          ethernet: [{ 'select-ports': ['lan0'] }],
          ipv4: { addressing: 'static', subnet: '192.168.7.1/24' },
        },
      ],
    })
    expect(await life.ask('configure', 1_790_000_000, config)).toEqual([])
    expect([routes(), addresses('wan0')]).toEqual([before, ['203.0.113.18/24', '203.0.113.19/24']])
    expect(await life.ask('running')).toEqual({ uuid: 1_790_000_000, config: { ...config, uuid: 1_790_000_000 } })
  })

  test('applies name, zone, address, gateway and name servers, keeps all other settings, and reports them', async () => {
    const document = {
      ...moved,
      interfaces: [wan('203.0.113.77/24', '203.0.113.254', { 'use-dns': ['192.0.2.1', '192.0.2.2'] })],
    }
    expect(await life.ask('configure', 5, document)).toEqual([])
    expect(addresses('wan0')).toEqual(['203.0.113.77/24', '203.0.113.19/24'])
    expect(addresses('lan0')).toEqual(['192.168.7.1/24'])
    expect(routes()).toEqual([
      '10.8.0.0/16 via 192.168.7.8 dev lan0',
      '10.9.0.0/16 via 203.0.113.5 dev wan0',
      '192.168.7.0/24 dev lan0 proto kernel scope link src 192.168.7.1',
      '203.0.113.0/24 dev wan0 proto kernel scope link src 203.0.113.77',
      'default via 203.0.113.254 dev wan0 metric 50',
    ])
    expect(await names()).toEqual({
      hostname: 'moved',
      zone: '/usr/share/zoneinfo/Asia/Shanghai',
      resolver: 'search example.net\nnameserver 192.0.2.1\nnameserver 192.0.2.2\n',
    })
    expect(await life.ask('running')).toEqual({ uuid: 5, config: { ...document, uuid: 5 } })
    ip(`-n ${host} addr flush dev wan0`)
    ip(`-n ${host} addr add 203.0.113.99/24 dev wan0`)
    const { config } = await life.ask('running')
    expect(config.interfaces[0].ipv4).toMatchObject({ addressing: 'static', subnet: '203.0.113.99/24' })
  })

  test('a gateway that the document does not mention is left as it is, and not reported', async () => {
    const { gateway: _, ...ipv4 } = wan('203.0.113.77/24', '').ipv4
    const document = { interfaces: [{ ...wan('', ''), ipv4 }] }
    expect(await life.ask('configure', 5, document)).toEqual([])
    expect(routes().at(-1)).toBe('default via 203.0.113.1 dev wan0 metric 50')
    expect(await life.ask('running')).toEqual({ uuid: 5, config: { ...document, uuid: 5 } })
  })

  test.each<[string, LooseJson, string]>([
    [
      'an unknown interface',
      { interfaces: [{ ...wan('10.0.0.1/8', '10.0.0.2'), ethernet: [{ 'select-ports': ['eth7'] }] }] },
      '/interfaces/0/ethernet',
    ],
    [
      'the loopback',
      { interfaces: [{ ...wan('10.0.0.1/8', '10.0.0.2'), ethernet: [{ 'select-ports': ['lo'] }] }] },
      '/interfaces/0/ethernet',
    ],
    [
      'a gateway outside the network',
      { interfaces: [wan('203.0.113.77/24', '198.51.100.1')] },
      '/interfaces/0/ipv4/gateway',
    ],
    ['an invalid address', { interfaces: [wan('203.0.113.777/24', '203.0.113.1')] }, '/interfaces/0/ipv4/subnet'],
    ['an option instead of a name', { unit: { hostname: '-f' } }, '/unit/hostname'],
    ['a zone with a path to another folder', { unit: { timezone: '../../etc/passwd' } }, '/unit/timezone'],
    ['an unknown zone', { unit: { timezone: 'Mars/Olympus' } }, '/unit/timezone'],
    ['a network name of a radio', { radios: [{}] }, '/radios'],
    ['a VLAN', { interfaces: [{ ...wan('203.0.113.77/24', '203.0.113.1'), vlan: { id: 9 } }] }, '/interfaces/0/vlan'],
    ['no list', { interfaces: 7 }, '/interfaces'],
  ])('refuses %s as a whole, with the path, and changes nothing', async (_, config, parameter) => {
    const rejected = await life.ask('configure', 5, { unit: { hostname: 'moved' }, ...config })
    expect(rejected).toMatchObject([{ parameter, reason: { zh: expect.any(String), en: expect.any(String) } }])
    expect([await life.ask('uuid'), routes(), (await names()).hostname]).toEqual([0, before, 'before'])
    expect(existsSync(join(state, 'journal.json'))).toBe(false)
  })

  const lan = (subnet: string) => ({
    interfaces: [
      {
        name: 'lan0',
        role: 'downstream',
        ethernet: [{ 'select-ports': ['lan0'] }],
        ipv4: { addressing: 'static', subnet },
      },
    ],
  })

  test.each(['203.0.113.200/24', '203.0.113.129/25', '203.0.0.1/16'])(
    'an interface cannot get the network of another interface: %s',
    async (subnet) => {
      const [rejected] = await life.ask('configure', 5, lan(subnet))
      expect(rejected).toMatchObject({
        parameter: '/interfaces/0/ipv4/subnet',
        reason: { en: expect.stringMatching(/of wan0/) },
      })
      expect([addresses('lan0'), await life.ask('uuid')]).toEqual([['192.168.7.1/24'], 0])
      expect(await life.ask('configure', 5, lan('192.168.8.1/24'))).toEqual([])
      expect(addresses('lan0')).toEqual(['192.168.8.1/24'])
    },
  )

  test('a network stays where the DHCP server of the host is, until that server is moved', async () => {
    const config = join(folder, 'etc/dnsmasq.conf')
    writeFileSync(config, 'interface=lan0\n# 192.168.8.9\ndhcp-range=192.168.7.20,192.168.7.200,12h\n')
    try {
      const [rejected] = await life.ask('configure', 5, lan('192.168.8.1/24'))
      expect(rejected).toMatchObject({
        parameter: '/interfaces/0/ipv4/subnet',
        reason: { en: expect.stringMatching(/192\.168\.7\.1\/24.*DHCP server \(\/etc\/dnsmasq\.conf\)/) },
      })
      expect([addresses('lan0'), await life.ask('uuid')]).toEqual([['192.168.7.1/24'], 0])
      // another address in the same network does not move the network
      expect(await life.ask('configure', 5, lan('192.168.7.2/24'))).toEqual([])
      writeFileSync(config, 'interface=lan0\ndhcp-range=192.168.8.20,192.168.8.200,12h\n')
      expect(await life.ask('configure', 6, lan('192.168.8.1/24'))).toEqual([])
      expect(addresses('lan0')).toEqual(['192.168.8.1/24'])
      // a rollback is applied whichever network the server uses by then
      expect(await life.ask('configure', 7, lan('192.168.7.2/24'))).toEqual([])
      expect(addresses('lan0')).toEqual(['192.168.7.2/24'])
    } finally {
      rmSync(config, { force: true })
    }
  })

  test('a change that fails is rolled back as far as possible', async () => {
    rmSync(join(folder, 'etc/hostname'))
    mkdirSync(join(folder, 'etc/hostname'))
    const was = [routes(), addresses('wan0')]
    await expect(life.ask('configure', 5, moved)).rejects.toThrow('EISDIR')
    expect([routes(), addresses('wan0'), await life.ask('uuid'), (await names()).hostname]).toEqual([
      ...was,
      0,
      'before',
    ])
    expect(readdirSync(state)).toEqual([])
    rmSync(join(folder, 'etc/hostname'), { recursive: true })
  })

  test('armed and not confirmed, it restores everything: addresses, routes, names', async () => {
    await life.ask('arm', 5, 3)
    expect(await life.ask('configure', 5, moved)).toEqual([])
    expect(addresses('wan0')[0]).toBe('203.0.113.77/24')
    await expect.poll(() => addresses('wan0')).toEqual(['203.0.113.18/24', '203.0.113.19/24'])
    await expect.poll(async () => (await names()).hostname).toBe('before')
    expect(routes()).toEqual(before)
    expect((await names()).zone).toBe('/usr/share/zoneinfo/Etc/UTC')
    expect(await life.ask('uuid')).toBe(0)
    await expect(life.ask('confirm', 5)).rejects.toThrow('Not armed')
  })

  test('after confirmation the configuration stays; a second confirmation has the same result', async () => {
    await life.ask('arm', 5, 3600)
    await life.ask('configure', 5, moved)
    await expect(life.ask('confirm', 6)).rejects.toThrow('Not armed')
    await life.ask('confirm', 5)
    await life.ask('confirm', 5)
    expect(existsSync(join(state, 'armed.json'))).toBe(false)
    expect(addresses('wan0')[0]).toBe('203.0.113.77/24')
  })

  test('files that were restored meanwhile are rolled back too, unless the change is confirmed', async () => {
    const before = await life.ask('hosts')
    await life.ask('arm', 5, 3600)
    await life.ask('overwrite', 'stays')
    await life.ask('confirm', 5)
    expect(await life.ask('hosts')).toBe('stays')
    await life.ask('arm', 6, 2)
    await life.ask('overwrite', 'goes')
    await life.ask('overwrite', 'goes as well')
    await expect.poll(() => life.ask('hosts')).toBe('stays')
    await expect.poll(() => existsSync(join(state, 'armed-files.tar.gz'))).toBe(false)
    await life.ask('overwrite', before)
  })

  test('killed while it is armed, the next run rolls back in time', async () => {
    await life.ask('arm', 5, 3)
    await life.ask('configure', 5, moved)
    await life.kill()
    expect(addresses('wan0')[0]).toBe('203.0.113.77/24')
    life = await new AgentRun().begin()
    await expect.poll(() => routes()).toEqual(before)
    expect(await life.ask('uuid')).toBe(0)
  })

  test('killed during a change, the next run restores the previous state', async () => {
    await life.kill()
    // ends before it records that the change is complete
    const dies = `import * as files from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'
      const write = files.default.writeFileSync; files.default.writeFileSync = (path, ...rest) => {
      if (String(path).includes('.configuration.json')) process.kill(process.pid, 'SIGKILL'); return write(path, ...rest) }; syncBuiltinESMExports();`
    life = await new AgentRun(dies).begin()
    await expect(life.ask('configure', 5, moved)).rejects.toThrow('ended')
    expect(addresses('wan0')[0]).toBe('203.0.113.77/24')
    expect(existsSync(join(state, 'journal.json'))).toBe(true)
    life = await new AgentRun().begin()
    expect([routes(), await life.ask('uuid'), (await names()).hostname]).toEqual([before, 0, 'before'])
  })

  test('after a boot the configuration is applied again; one that was never confirmed is not', async () => {
    await life.ask('configure', 5, moved)
    await life.ask('arm', 6, 3600)
    await life.ask('configure', 6, { interfaces: [wan('203.0.113.88/24', '203.0.113.1')] })
    await life.kill()
    const armed = JSON.parse(readFileSync(join(state, 'armed.json'), 'utf8')) as LooseJson
    writeFileSync(join(state, 'armed.json'), JSON.stringify({ ...armed, boot: 'another' }))
    ip(`-n ${host} addr flush dev wan0`)
    ip(`-n ${host} addr add 203.0.113.18/24 dev wan0`)
    life = await new AgentRun().begin()
    expect(await life.ask('uuid')).toBe(5)
    expect(addresses('wan0')[0]).toBe('203.0.113.77/24')
  })

  test.runIf(hasTool('udhcpc') && hasTool('busybox'))(
    'requests an address by DHCP, and goes back from a static one',
    async () => {
      const conf = join(folder, 'udhcpd.conf')
      writeFileSync(
        conf,
        `start 203.0.113.100\nend 203.0.113.120\ninterface isp0\nlease_file ${folder}/leases\npidfile ${folder}/udhcpd.pid\noption subnet 255.255.255.0\noption router 203.0.113.1\n`,
      )
      writeFileSync(join(folder, 'leases'), '')
      const server = spawn('ip', ['netns', 'exec', isp, 'busybox', 'udhcpd', '-f', conf], { stdio: 'ignore' })
      await life.ask('arm', 5, 4)
      const dynamic = { role: 'upstream', ethernet: [{ 'select-ports': ['wan0'] }], ipv4: { addressing: 'dynamic' } }
      expect(await life.ask('configure', 5, { interfaces: [dynamic] })).toEqual([])
      expect(addresses('wan0')).toEqual([expect.stringMatching(/^203\.0\.113\.1[012]\d\/24$/)])
      expect((await life.ask('running')).config.interfaces[0].ipv4).toEqual({ addressing: 'dynamic' })
      await expect.poll(() => routes()).toEqual(before)
      server.kill()
    },
    20_000,
  )
})
