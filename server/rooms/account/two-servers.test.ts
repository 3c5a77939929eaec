import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../base/settings/config.ts'
import { openLog } from '../../base/process/log.ts'
import { callOver, startTestServer, type TestServer } from '../../kernel/test-server.ts'
import { type RunningServer, startServer } from '../../start-server.ts'

const hasNats = (() => {
  try {
    return execFileSync('nats-server', ['--version']).length > 0
  } catch {
    return false
  }
})()

describe.skipIf(!hasNats)('two servers on one database, connected by NATS', () => {
  const stops: (() => unknown)[] = []
  let one: TestServer
  let two: RunningServer
  let nats: ChildProcessByStdio<null, null, Readable>
  let startBus: () => Promise<void>
  beforeAll(async () => {
    const port = await freePort()
    startBus = async () => {
      nats = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] })
      for await (const line of nats.stderr) if (String(line).includes('Server is ready')) break
      nats.stderr.resume()
    }
    stops.push(() => nats.kill())
    await startBus()
    const bus = ['--nats-url', `nats://127.0.0.1:${port}`]
    one = await startTestServer(bus)
    stops.push(() => one.close())
    const { data, 'database-url': database } = one.system.config
    const place = ['--data', data, '--database-url', database, '--port', '0']
    two = await startServer(
      readConfig([...place, ...bus, '--roles', 'api', '--no-demo', '--log-level', 'error'], {}),
      openLog('error'),
    )
    stops.push(() => two.stop())
  })
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop()
  })

  const onTwo = (token: string, at: string, payload = {}) => callOver(two.url, token, at, payload)

  test('signing out on one ends the session on the other, which had cached it', async () => {
    const token = await one.signIn()
    expect((await onTwo(token, 'GET user/profile')).code).toBe(0)
    await one.call(token, 'POST user/logout')
    await expect.poll(async () => (await onTwo(token, 'GET user/profile')).code).toBe(commonErrors.authFailed.code)
  })

  test('a QR code shown by one and confirmed on the other signs in', async () => {
    const phone = await one.signIn()
    const { data } = await onTwo('', 'GET user/qrcode/login')
    const qr = data.url.replace('/mid?qr=', '')
    const waiting = onTwo('', 'GET user/qrcode/scan', { key: data.key, known: 'wait' })
    await one.call(phone, 'POST user/qrcode/look', { qr })
    expect((await waiting).data.state).toBe('scanned')
    await one.call(phone, 'POST user/qrcode/confirm', { qr, accept: 1 })
    const { token } = (await onTwo('', 'GET user/qrcode/scan', { key: data.key })).data
    expect((await one.call(token, 'GET user/profile')).code).toBe(0)
  })

  test('a scene added on one is visible on the other', async () => {
    const token = await one.signIn()
    expect((await onTwo(token, 'GET scene/option')).data.list).toEqual([])
    const { data } = await one.call(token, 'POST scene', { name: 'New' })
    const seen = () => onTwo(token, 'GET scene', { ids: [data.id] })
    await expect.poll(async () => (await seen()).data.total).toBe(1)
  })

  test('the creator of a scene may use it immediately, on both servers', async () => {
    const token = await one.signIn()
    for (let n = 0; n < 12; n++) {
      await onTwo(token, 'GET scene/option')
      const { data } = await one.call(token, 'POST scene', { name: `At once ${n}` })
      const request = { scene_id: data.id, limit: 10 }
      expect((await one.call(token, 'GET device/all', request)).code).toBe(0)
      expect((await onTwo(token, 'GET device/all', request)).code).toBe(0)
    }
  })

  test('neither is ready while the bus is unavailable', async () => {
    const said = async ({ url }: RunningServer) => {
      const answer = await fetch(`${url}/readyz`)
      return `${answer.status} ${(await answer.text()).trim()}`
    }
    const both = () => Promise.all([said(one), said(two)])
    await expect.poll(both).toEqual(['200 ready', '200 ready'])
    // while stopped, it keeps its connections and answers nothing
    nats.kill('SIGSTOP')
    await expect.poll(both).toEqual(['503 bus', '503 bus'])
    nats.kill('SIGCONT')
    await expect.poll(both).toEqual(['200 ready', '200 ready'])
    nats.kill('SIGKILL')
    await expect.poll(both).toEqual(['503 bus', '503 bus'])
    await startBus()
    await expect.poll(both).toEqual(['200 ready', '200 ready'])
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
