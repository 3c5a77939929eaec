import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planDevices } from './model/plan-devices.ts'
import { demo, demoDevices } from './scenarios/demo.ts'
import { findScenarios } from './scenarios/find-scenarios.ts'
import { TestGateway } from './client/test-gateway.ts'

const program = new URL('main.ts', import.meta.url).pathname
const children: ChildProcess[] = []
let gateway: TestGateway

beforeAll(async () => {
  gateway = await TestGateway.start()
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await gateway.stop()
})

function run(...args: string[]): { child: ChildProcess; ended: Promise<{ code: number | null; out: string }> } {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, LANG: 'en_US.UTF-8', LC_ALL: '' },
  })
  children.push(child)
  let out = ''
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (out += chunk.toString()))
  return { child, ended: new Promise((resolve) => child.once('exit', (code) => resolve({ code, out }))) }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('invalid flags are refused with a reason, help lists every scenario', async () => {
  const [help, none, unknown, fixed, number, folder] = await Promise.all([
    run('--help').ended,
    run().ended,
    run('volcano', '--ca-dir', '/').ended,
    run('demo', '--ca-dir', '/', '--devices', '3').ended,
    run('demo', '--ca-dir', '/', '--interval', 'often').ended,
    run('demo', '--ca-dir', '/nowhere').ended,
  ])
  expect(help.code).toBe(0)
  for (const name of (await findScenarios()).keys()) expect(help.out).toContain(name)
  expect(none).toMatchObject({ code: 2, out: expect.stringContaining('name a scenario') })
  expect(unknown.out).toContain('there is no scenario volcano')
  expect(fixed.out).toContain('fixed number')
  expect(number.out).toContain('--interval wants a number')
  expect(folder.out).toContain('simulated-ca.pem cannot be read')
})

test('scenarios have unique identities, the exact number of devices, and ports for all', async () => {
  for (const scenario of (await findScenarios()).values()) {
    for (const devices of scenario.scales ? [1, 2, 3, 60, scenario.devices] : [scenario.devices]) {
      const serials = planDevices(scenario.name, scenario.sites(devices), 1).map(({ serial }) => serial)
      expect(serials).toHaveLength(devices)
      expect(new Set(serials).size).toBe(devices)
    }
  }
  expect(demoDevices()).toHaveLength(demo.devices)
  expect(new Set(demoDevices().map(({ type }) => type))).toEqual(
    new Set(['ap', 'switch', 'router', 'firewall', 'linux']),
  )
})

test('with the option to follow, it ends when its parent process has ended', async () => {
  const flags = ['--port', String(gateway.port), '--ca-dir', gateway.caDir]
  const { child, ended } = run('office', ...flags, '--follow')
  await gateway.device(
    planDevices('office', (await findScenarios()).get('office')?.sites(15) ?? [], 1)[0]?.serial as string,
  )
  child.stdin?.end()
  expect((await ended).code).toBe(0)
})

test('two processes share the sites, use one control interface and end together', async () => {
  const [control, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'belvedere-fleet-keep-'))]
  const keep = join(folder, 'kept.json')
  const flags = [
    '--port',
    String(gateway.port),
    '--ca-dir',
    gateway.caDir,
    '--control',
    String(control),
    '--processes',
    '2',
    '--fast',
    '--keep',
    keep,
  ]
  const { child, ended } = run('demo', ...flags)
  const ask = async (path: string, init?: RequestInit) =>
    (await fetch(`http://127.0.0.1:${control}/${path}`, init)).json() as Promise<any>
  const post = (body: unknown) => ask('faults', { method: 'POST', body: JSON.stringify(body) })
  await expect.poll(async () => (await ask('').catch(() => ({}))).connected).toBe(22)
  expect(await ask('devices')).toHaveLength(22)
  expect(await ask('devices/park-core')).toMatchObject({ type: 'switch', scene: 2, connected: true })
  expect(await ask('kinds')).toHaveProperty('cut-wan')

  const fault = await post({ kind: 'power-off', target: 'hotel-ap-lobby' })
  expect(fault.targets).toHaveLength(1)
  expect(await ask('faults')).toEqual([fault])
  expect(await ask('devices/hotel-ap-lobby')).toMatchObject({ powered: false })
  expect(await ask(`faults/${fault.id}`, { method: 'DELETE' })).toEqual({ mended: fault.id })
  expect(await ask('faults')).toEqual([])
  expect(await post({ kind: 'earthquake' })).toMatchObject({ error: expect.stringContaining('no such fault') })
  expect(await post({ kind: 'jam', target: 'nobody' })).toMatchObject({ error: expect.stringContaining('no device') })
  expect(await ask('nothing')).toMatchObject({ error: expect.stringContaining('GET devices') })
  const foreign = await fetch(`http://127.0.0.1:${control}/faults`, {
    method: 'POST',
    body: '{"kind":"drop"}',
    headers: { origin: 'http://evil.example' },
  })
  expect(foreign.status).toBe(403)

  child.kill('SIGTERM')
  await ended
  await expect.poll(() => gateway.online).toBe(0)
  await expect.poll(() => readFile(`${keep}.1`, 'utf8').catch(() => '')).toContain('bootAt')
  await rm(folder, { recursive: true, force: true })
})
