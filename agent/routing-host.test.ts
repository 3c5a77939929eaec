import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleAgent } from './bundle.ts'
import type { LooseJson } from './loose.ts'
import { hasTool } from './host/run-tool.ts'

// A router in network namespaces: an uplink, a bridge with two ports, a terminal behind each. Needs root and namespaces.

const [router = '', isp = '', till = '', nas = ''] = ['r', 'i', 't', 'n'].map((letter) => `bv${process.pid}${letter}`)
const folder = mkdtempSync(join(tmpdir(), 'belvedere-router-'))
const leases = join(folder, 'leases')
const ip = (line: string) => execFileSync('ip', line.split(' '))
const inside = (space: string, ...words: string[]) =>
  execFileSync('ip', ['netns', 'exec', space, ...words], { encoding: 'utf8' })
const possible = process.getuid?.() === 0 && hasTool('ip') && hasTool('bridge') && canMakeNamespaces()

function canMakeNamespaces(): boolean {
  if (spawnSync('ip', ['netns', 'add', router]).status !== 0) return false
  const bridge = spawnSync('ip', ['-n', router, 'link', 'add', 'probe', 'type', 'bridge'])
  spawnSync('ip', ['netns', 'del', router])
  return bridge.status === 0
}

function plug(port: string, space: string, mac: string, address: string): void {
  ip(`link add ${port} netns ${router} type veth peer name eth0 netns ${space} address ${mac}`)
  ip(`-n ${router} link set ${port} master br-lan`)
  ip(`-n ${router} link set ${port} up`)
  ip(`-n ${space} addr add ${address}/24 dev eth0`)
  ip(`-n ${space} link set eth0 up`)
}

/** A datagram to the router, so that it learns the sender. */
function greet(space: string): void {
  const send = "const s=require('dgram').createSocket('udp4');s.send('x',9,'192.168.7.1',()=>s.close())"
  inside(space, process.execPath, '-e', send)
}

function serveLeases(): ChildProcess | undefined {
  if (!hasTool('dnsmasq')) return undefined
  const later = Math.floor(Date.now() / 1000) + 3600
  writeFileSync(
    leases,
    `${later} b8:27:eb:44:55:66 192.168.7.138 nas *\n${later} 3c:22:fb:10:20:99 192.168.7.150 gone *\n`,
  )
  const options = [
    '--conf-file=/dev/null',
    '--no-daemon',
    '--port=0',
    '--user=root',
    '--interface=br-lan',
    '--dhcp-range=192.168.7.100,192.168.7.199',
  ]
  return spawn('ip', ['netns', 'exec', router, 'dnsmasq', ...options, `--dhcp-leasefile=${leases}`], {
    stdio: 'ignore',
  })
}

describe.runIf(possible)('a routing host', () => {
  let server: ChildProcess | undefined
  let state: LooseJson

  beforeAll(async () => {
    const { path: agent } = await bundleAgent()
    for (const space of [router, isp, till, nas]) {
      ip(`netns add ${space}`)
      ip(`-n ${space} link set lo up`)
    }
    ip(`link add wan0 netns ${router} address 5c:e9:1e:10:20:01 type veth peer name isp0 netns ${isp}`)
    ip(`-n ${router} link add br-lan address 5c:e9:1e:10:20:02 type bridge`)
    plug('lan1', till, '3c:22:fb:10:20:30', '192.168.7.106')
    plug('lan2', nas, 'b8:27:eb:44:55:66', '192.168.7.138')
    for (const name of ['wan0', 'br-lan']) ip(`-n ${router} link set ${name} up`)
    ip(`-n ${router} addr add 192.168.7.1/24 dev br-lan`)
    ip(`-n ${router} addr add 203.0.113.18/24 dev wan0`)
    ip(`-n ${router} route add default via 203.0.113.1`)
    ip(`-n ${isp} link set isp0 up`)
    server = serveLeases()
    for (const space of [till, nas]) greet(space)
    state = JSON.parse(inside(router, process.execPath, agent, 'report')) as LooseJson
  })

  afterAll(() => {
    server?.kill()
    for (const space of [router, isp, till, nas]) spawnSync('ip', ['netns', 'del', space])
    rmSync(folder, { recursive: true, force: true })
  })

  const named = (name: string) => (state.interfaces as LooseJson[]).find((link) => link.name === name)

  /** The kernel lists neighbours in no order. */
  const clientsOf = (name: string) =>
    ((named(name)?.clients ?? []) as LooseJson[]).toSorted((a, b) => String(a.mac).localeCompare(String(b.mac)))

  test('the uplink is the WAN, the bridge the LAN, its members ports', () => {
    const own = state['x-belvedere'] as { wans: LooseJson[]; interfaces: LooseJson[] }
    expect(own.wans).toMatchObject([
      { name: 'wan0', up: true, type: 'static', addresses: ['203.0.113.18/24'], gateway: '203.0.113.1' },
    ])
    const roles = Object.fromEntries(own.interfaces.map((link) => [link.name, link.role]))
    expect(roles).toEqual({ wan0: 'wan', 'br-lan': 'lan', lan1: 'port', lan2: 'port' })
    expect(Object.keys((state['link-state'] as { upstream: LooseJson }).upstream)).toEqual(['wan0'])
  })

  test('terminals appear behind their port, never on the WAN', () => {
    expect(clientsOf('br-lan')).toMatchObject([
      { mac: '3c:22:fb:10:20:30', ipv4_addresses: ['192.168.7.106'], ports: ['lan1'] },
      { mac: 'b8:27:eb:44:55:66', ipv4_addresses: ['192.168.7.138'], ports: ['lan2'] },
    ])
    expect(named('wan0')?.clients).toEqual([])
  })

  test.runIf(hasTool('dnsmasq'))('a lease names its terminal, and adds no terminal', () => {
    expect(clientsOf('br-lan').map((client) => client.hostname)).toEqual([undefined, 'nas'])
    const four = named('br-lan')?.ipv4 as { leases: LooseJson[] } | undefined
    expect(four?.leases.map((lease) => lease.hostname).sort()).toEqual(['gone', 'nas'])
  })

  test.runIf(hasTool('nft'))(
    'octets of a terminal are the data that it downloaded from outside',
    async () => {
      ip(`-n ${isp} addr replace 203.0.113.1/24 dev isp0`)
      ip(`-n ${isp} route replace 192.168.7.0/24 via 203.0.113.18`)
      ip(`-n ${till} route replace default via 192.168.7.1`)
      const set = (name: string) => inside(router, 'sh', '-c', `echo 1 > /proc/sys/net/${name}`)
      for (const name of ['ipv4/ip_forward', 'netfilter/nf_conntrack_acct']) set(name)
      // the kernel tracks connections only when a rule requires it
      inside(router, 'nft', 'add table ip track')
      inside(router, 'nft', 'add chain ip track forward { type filter hook forward priority 0 ; }')
      inside(router, 'nft', 'add rule ip track forward ct state established counter')
      const serve =
        "require('net').createServer(s=>{s.on('error',()=>{});s.end(Buffer.alloc(500000))}).listen(8080,()=>console.log('ready'))"
      const server = spawn('ip', ['netns', 'exec', isp, process.execPath, '-e', serve])
      await new Promise((resolve) => server.stdout.once('data', resolve))
      const module = fileURLToPath(new URL('./reports/report.ts', import.meta.url))
      const lines = `import { stateReporter } from ${JSON.stringify(module)}
      const state = stateReporter()
      const octets = async () => console.log(JSON.stringify((await state())['x-belvedere'].octets))
      await octets()
      process.stdin.once('data', () => octets().then(() => process.exit()))`
      const args = ['netns', 'exec', router, process.execPath, '--input-type=module', '-e', lines]
      const watcher = spawn('ip', args, { env: { ...process.env, NODE_NO_WARNINGS: '1' } })
      let reported = ''
      watcher.stdout.on('data', (data: Buffer) => (reported += data.toString()))
      const looks = () =>
        reported
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as Record<string, number[]>)
      await expect.poll(looks).toHaveLength(1)
      inside(
        till,
        process.execPath,
        '-e',
        "require('net').connect(8080,'203.0.113.1').resume().on('end',()=>process.exit())",
      )
      watcher.stdin.write('again')
      await expect.poll(looks).toHaveLength(2)
      server.kill()
      const [up = 0, down = 0] = looks()[1]?.['3c:22:fb:10:20:30'] ?? []
      expect(down, 'with headers').toBeGreaterThan(500_000)
      expect(down).toBeLessThan(700_000)
      expect(up).toBeGreaterThan(100)
      expect(up).toBeLessThan(100_000)
      expect(looks()[1]?.['b8:27:eb:44:55:66']).toEqual([0, 0])
    },
    60_000,
  )

  test('a disconnected cable is detected, and its reconnection too', async () => {
    const module = fileURLToPath(new URL('./host/watch-links.ts', import.meta.url))
    const code = `import { watchLinks } from ${JSON.stringify(module)}\nwatchLinks((name, up) => console.log(name, up), 100)\nsetTimeout(() => console.log('ready'), 400)`
    const watcher = spawn('ip', ['netns', 'exec', router, process.execPath, '--input-type=module', '-e', code])
    let reported = ''
    watcher.stdout.on('data', (data: Buffer) => {
      reported += data.toString()
    })
    await expect.poll(() => reported).toContain('ready')
    ip(`-n ${till} link set eth0 down`)
    await expect.poll(() => reported).toContain('lan1 false')
    ip(`-n ${till} link set eth0 up`)
    await expect.poll(() => reported).toContain('lan1 true')
    watcher.kill()
  })
})
