import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hasTool } from '../../host/run-tool.ts'

// Real routes of a host in its own namespace, by a process that handles documents like the agent.

const host = `bvs${process.pid}`
const folder = mkdtempSync(join(tmpdir(), 'belvedere-routes-'))
const ip = (line: string) => execFileSync('ip', line.split(' '), { encoding: 'utf8' })
const possible = process.getuid?.() === 0 && hasTool('ip') && canMakeNamespaces()

function canMakeNamespaces(): boolean {
  if (spawnSync('ip', ['netns', 'add', host]).status !== 0) return false
  const dummy = spawnSync('ip', ['-n', host, 'link', 'add', 'probe', 'type', 'veth'])
  spawnSync('ip', ['netns', 'del', host])
  return dummy.status === 0
}

const module = (name: string) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)))
const program = `
import { createInterface } from 'node:readline'
import { openDirectory } from ${module('../../files/state-directory.ts')}
import { openConfiguration } from ${module('../configuration.ts')}
const made = openConfiguration(openDirectory(process.argv[1]), () => {})
await made.resume()
const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n')
say({ value: 'ready' })
for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...words] = JSON.parse(line)
  try { say({ value: (await made[name](...words)) ?? null }) } catch (error) { say({ error: error.words ?? String(error) }) }
}`

class Agent {
  readonly #child: ChildProcess
  readonly #lines: Interface
  heard = ''

  constructor(state: string) {
    const node = [process.execPath, '--input-type=module', '-e', program, state]
    this.#child = spawn('ip', ['netns', 'exec', host, ...node], { stdio: ['pipe', 'pipe', 'pipe'] })
    this.#child.stderr?.on('data', (data: Buffer) => (this.heard += data))
    this.#lines = createInterface({ input: this.#child.stdout as never })
  }

  async answer(): Promise<any> {
    const ended = once(this.#child, 'exit').then(() => undefined)
    const line = await Promise.race([once(this.#lines, 'line'), ended])
    if (!line) throw new Error(`ended: ${this.heard}`)
    const { value, error } = JSON.parse(String(line[0])) as { value: unknown; error?: { en: string } }
    if (error) throw new Error(error.en ?? JSON.stringify(error))
    return value
  }

  ask(...words: unknown[]): Promise<any> {
    const answer = this.answer()
    this.#child.stdin?.write(`${JSON.stringify(words)}\n`)
    return answer
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }
}

const routes = (family: 4 | 6 = 4) =>
  ip(`-n ${host} -${family} route show`)
    .split('\n')
    .map((line) => line.replace(/ (pref \w+|metric 1024|linkdown)/g, '').trim())
    .filter((line) => line !== '' && !line.includes('proto kernel'))
    .sort()

const lan = {
  name: 'lan0',
  role: 'downstream',
  ethernet: [{ 'select-ports': ['lan0'] }],
  ipv4: { addressing: 'static', subnet: '192.168.7.1/24' },
}
const branch = { destination: '10.20.0.0/16', gateway: '192.168.7.2' }
const six = { destination: '2001:db8:7::/48', gateway: '2001:db8::2', metric: 50 }
const document = (list: object[] | undefined) => ({ interfaces: [lan], ...(list && { 'static-routes': list }) })

describe.runIf(possible)('static routes of a host', () => {
  let agent: Agent
  let state: string
  let uuid = 0
  const begin = async () => {
    agent = new Agent(state)
    await agent.answer()
  }
  const put = (list: object[] | undefined) => agent.ask('configure', ++uuid, document(list))

  beforeEach(async () => {
    uuid = 0
    state = mkdtempSync(join(folder, 'state-'))
    ip(`netns add ${host}`)
    ip(`-n ${host} link set lo up`)
    ip(`-n ${host} link add lan0 type veth peer name lan1`)
    for (const device of ['lan0', 'lan1']) ip(`-n ${host} link set ${device} up`)
    ip(`-n ${host} addr add 192.168.7.1/24 dev lan0`)
    ip(`-n ${host} addr add 2001:db8::1/64 dev lan0 nodad`)
    ip(`-n ${host} route add 10.99.0.0/16 via 192.168.7.9`)
    await begin()
  })
  afterEach(async () => {
    await agent.kill()
    spawnSync('ip', ['netns', 'del', host])
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const own = '10.99.0.0/16 via 192.168.7.9 dev lan0'
  const ours = '10.20.0.0/16 via 192.168.7.2 dev lan0 proto static'
  const oursSix = '2001:db8:7::/48 via 2001:db8::2 dev lan0 proto static metric 50'

  test('are read from an unconfigured host, applied, reported as configured, and removed', async () => {
    const { config } = await agent.ask('running')
    const found = [{ destination: '10.99.0.0/16', gateway: '192.168.7.9', interface: 'lan0' }]
    expect(config['static-routes']).toEqual(found)
    expect(await put([...found, branch, six])).toEqual([])
    expect([routes(), routes(6)]).toEqual([[ours, own], [oursSix]])
    expect((await agent.ask('running')).config['static-routes']).toEqual([...found, branch, six])
    expect(await put([])).toEqual([])
    expect([routes(), routes(6)]).toEqual([[], []])
  })

  test('routes that another program adds or removes are reported', async () => {
    await put([branch])
    ip(`-n ${host} route add 10.77.0.0/16 via 192.168.7.7`)
    ip(`-n ${host} route del 10.20.0.0/16`)
    expect((await agent.ask('running')).config['static-routes']).toEqual([
      { destination: '10.77.0.0/16', gateway: '192.168.7.7', interface: 'lan0' },
    ])
    await put([branch])
    expect(routes()).toEqual([ours])
  })

  test('without confirmation the previous routes are restored', async () => {
    await put([branch])
    await agent.ask('arm', ++uuid, 1)
    await agent.ask('configure', uuid, document([{ ...branch, gateway: '192.168.7.3' }, six]))
    expect(routes()).toEqual(['10.20.0.0/16 via 192.168.7.3 dev lan0 proto static'])
    await expect.poll(() => [routes(), routes(6)], { timeout: 15_000 }).toEqual([[ours], []])
  })

  test('when one route fails, none is left behind', async () => {
    const far = { destination: '2001:db8:9::/48', gateway: '2001:db8:ffff::1' }
    await expect(put([branch, far])).rejects.toThrow(/ip route/)
    expect(routes()).toEqual([own])
  })

  test('they are applied again when the agent starts', async () => {
    await put([branch])
    await agent.kill()
    ip(`-n ${host} route del 10.20.0.0/16`)
    ip(`-n ${host} route add 10.77.0.0/16 via 192.168.7.7`)
    await begin()
    expect(routes()).toEqual([ours, '10.77.0.0/16 via 192.168.7.7 dev lan0'])
  })

  test('a host whose document has no static routes keeps its own, and does not report them', async () => {
    await put(undefined)
    expect((await agent.ask('running')).config).not.toHaveProperty('static-routes')
    await put([branch])
    expect(routes()).toEqual([ours, own])
    expect((await agent.ask('running')).config['static-routes']).toEqual([branch])
  })

  test.each([
    [[{ ...branch, gateway: '172.16.0.1' }], '/static-routes/0/gateway'],
    [[{ destination: '10.0.0.0/8', interface: 'nope0' }], '/static-routes/0/interface'],
    [[{ ...branch, destination: '0.0.0.0/0' }], '/static-routes/0/destination'],
    [[branch, { destination: '10.0.0.0/8' }], '/static-routes/1'],
    [[{ ...branch, metric: -1 }], '/static-routes/0/metric'],
    [[7], '/static-routes'],
  ])('rejected before anything is changed: %o', async (list, parameter) => {
    expect(await put(list as object[])).toMatchObject([{ parameter }])
    expect(routes()).toEqual([own])
  })
})
