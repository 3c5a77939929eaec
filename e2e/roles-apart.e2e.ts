import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { testDatabase } from '@belvedere/server/kernel/database/test-database.ts'
import { type LinuxHost, makeHost } from './kit/hosts/linux-host.ts'
import { type Nats, startNats } from './kit/nats.ts'
import { type Product, startProduct } from './kit/product.ts'
import { holds, same } from './kit/same.ts'
import type { Session } from './kit/session.ts'
import { pause, seconds, timed, until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

type Role = 'api' | 'gateway' | 'worker'
const BACK_MS = 30_000

interface Ground {
  readonly roles: Readonly<Record<Role, Product>>
  readonly nats: Nats
  readonly session: Session
  readonly host: LinuxHost
  readonly say: (line: string) => void
}

interface Seen {
  readonly id: number
  readonly sn: string
  readonly scene_id: number
}

export const proof: Proof = {
  title: 'Roles api, gateway and worker as three processes over one database and one bus',
  async run(say) {
    const nats = await startNats()
    if (!nats) return say('skipped: there is no nats-server on this machine')
    const database = await testDatabase()
    const data = await mkdtemp(join(tmpdir(), 'belvedere-roles-'))
    const host = await makeHost()
    const started: Product[] = []
    try {
      const roles = await startRoles(data, ['--database-url', database.url, '--nats-url', nats.url], started, say)
      const ground = { roles, nats, session: await roles.api.signIn(), host, say }
      const seen = await connects(ground)
      await obeys(ground, seen)
      await endsWithTheSession(ground, seen)
      await isHeardLive(ground, seen)
      await losesEachRole(ground, seen)
    } catch (error) {
      const heard = started.map((product) => product.heard.slice(-1500)).join('\n--\n')
      throw new Error(`${(error as Error).stack}\nhost: ${host.heard.slice(-500)}\n${heard}`, { cause: error })
    } finally {
      await host.close()
      await Promise.all(started.map((product) => product.close()))
      await nats.end('SIGTERM')
      await database.drop()
      await rm(data, { recursive: true, force: true })
    }
  },
}

/** All at once over an empty database and an empty folder: no process may depend on the start of another. */
async function startRoles(
  data: string,
  flags: string[],
  started: Product[],
  say: Ground['say'],
): Promise<Ground['roles']> {
  const began = performance.now()
  const one = async (role: Role) => {
    const product = await startProduct({ data, flags: [...flags, '--roles', role] })
    started.push(product)
    return product
  }
  const [api, gateway, worker] = await Promise.all([one('api'), one('gateway'), one('worker')])
  say(`three processes started together, all ready after ${seconds(performance.now() - began)}`)
  return { api, gateway, worker }
}

const isOnline = async ({ session }: Ground, { id }: Seen) =>
  (await session.ask('GET device/detail', { id })).device.online === 1
const cgi = ({ session }: Ground, { sn }: Seen) =>
  session.ask('POST device/cgi', { sn, type: 'interfaces', content: JSON.stringify({ limit: 100 }) })
const answers = async (ground: Ground, seen: Seen) => (await cgi(ground, seen)).code === 0

async function connects({ session, host, roles, say }: Ground): Promise<Seen> {
  const { id: scene_id } = await session.ask<{ id: number }>('POST scene', { name: 'Apart' })
  const { command } = await session.ask('POST device/enrol/token', { scene_id, name: 'Apart host' })
  holds('the api process knows the port of the gateway process', command.includes(`:${roles.gateway.enrolPort}/`))
  const began = performance.now()
  void host.paste(command)
  const device = await until('the host is online', BACK_MS, async () => {
    const { list } = await session.ask('GET device/soft', { scene_id })
    return list[0]?.online === 1 && list[0]
  })
  say(
    `a host enrolled at the gateway process shows online in the api process after ${seconds(performance.now() - began)}`,
  )
  return device
}

async function obeys(ground: Ground, seen: Seen): Promise<void> {
  const { session, nats, say } = ground
  const began = performance.now()
  holds('a question is answered', await answers(ground, seen))
  const took = performance.now() - began
  const backup = await session.ask('POST device/command/backup', { ids: [seen.id], wait: 60 })
  same('backup', backup.results?.[0]?.result, 0)
  const { list } = await session.ask('GET device/backup/list', { device_id: seen.id })
  const { bytes } = await session.file('GET device/backup/download', { id: list[0].id })
  same('the archive the gateway took, as the api gives it', bytes.length, list[0].bytes)
  const upgrade = await session.confirmed('POST device/command/upgrade', { ids: [seen.id], wait: 60 })
  same('upgrade', upgrade.results?.[0]?.result, 0)
  await shellAnswers(ground, seen)
  const bus = await connect({ servers: nats.url })
  try {
    await pingsAndRunsScripts(bus, seen)
  } finally {
    await bus.close()
  }
  say(`question, backup, upgrade, shell, ping and script across the bus; a question takes ${took.toFixed(0)} ms`)
}

async function shellAnswers({ session }: Ground, { id }: Seen): Promise<void> {
  const opened = await session.ask('POST device/command/remote', { id })
  const socket = session.socket(`/api/v1/device/remote/${opened.session}?ticket=${opened.ticket}`)
  socket.binaryType = 'arraybuffer'
  let shown = ''
  socket.onmessage = ({ data }) => {
    if (typeof data !== 'string') shown += Buffer.from(data as ArrayBuffer).toString()
  }
  await until('a prompt', BACK_MS, () => shown !== '')
  socket.send(Buffer.from('echo $((6*7))\n'))
  await until('42', BACK_MS, () => /^42\r?$/m.test(shown))
  socket.close()
}

/** A page through the host, held by the gateway process, ends when the session ends at the api process. */
async function endsWithTheSession({ session, roles, say }: Ground, { id }: Seen): Promise<void> {
  const page = createServer((_, reply) => reply.end('page')).listen(0, '127.0.0.1')
  await once(page, 'listening')
  const other = await roles.api.signIn()
  const { port } = page.address() as AddressInfo
  const way = await other.ask('POST device/command/remote/custom', { id, port })
  const base = `http://127.0.0.1:${way.port}`
  const entered = await fetch(base + way.path, { redirect: 'manual' })
  const headers = { cookie: (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
  same('the page', await (await fetch(base, { headers })).text(), 'page')
  await session.ask('POST user/session/others')
  const gone = () =>
    fetch(base, { headers }).then(
      () => false,
      () => true,
    )
  const took = await timed('the page is out of reach', BACK_MS, gone, 5)
  page.closeAllConnections()
  page.close()
  say(
    `a page held by the gateway process was out of reach ${took.toFixed(0)} ms after its session ended at the api process`,
  )
}

/** What no call of the console asks for yet goes over the bus, as any process of the product may. */
async function pingsAndRunsScripts(bus: NatsConnection, { id }: Seen): Promise<void> {
  const ask = async (verb: string, args: object) => {
    const payload = JSON.stringify({ verb, args, timeout: 20_000 })
    const message = await bus.request(`device.command.${id}`, payload, { timeout: 25_000 })
    return message.json<{ data: { result: number; msg: string; data: { text: string } } }>().data
  }
  const ping = await ask('ping', { host: '127.0.0.1', count: 1 })
  holds(`ping answers (${ping.msg})`, ping.result === 0 && /1 (packets )?received/.test(ping.data.text))
  const script = await ask('script', { type: 'shell', script: 'echo $((6*7))', timeout: 10 })
  holds(`script answers ${JSON.stringify(script)}`, script.result === 0 && script.data.text.trim() === '42')
}

async function isHeardLive(ground: Ground, seen: Seen): Promise<void> {
  const { session, host, say } = ground
  const ear = await session.live()
  const heard = () => ear.news.some(({ topic, ids }) => topic === 'device' && ids?.includes(seen.id))
  await host.kill()
  const gone = await timed('live news that it left', 10_000, heard, 5)
  await until('offline is shown', BACK_MS, async () => !(await isOnline(ground, seen)))
  same('an offline device says so', (await cgi(ground, seen)).msg, 'The device is offline')
  ear.news.splice(0)
  host.start()
  await until('live news that it came', BACK_MS, heard, 5)
  await until('it answers', BACK_MS, () => answers(ground, seen))
  ear.stop()
  say(`live news of a lost device reached the browser ${gone.toFixed(0)} ms after its process was killed`)
}

async function losesEachRole(ground: Ground, seen: Seen): Promise<void> {
  const { roles, nats, session, host, say } = ground
  const { since } = (await session.ask('GET device/detail', { id: seen.id })).device
  const times: string[] = []
  for (const role of ['gateway', 'api', 'worker'] as const) {
    await roles[role].end('SIGKILL')
    if (role === 'gateway') {
      const asked = performance.now()
      same('nobody holds the device', (await cgi(ground, seen)).msg, 'The device is offline')
      holds('said at once, not after a time-out', performance.now() - asked < 3000)
    }
    await roles[role].start()
    times.push(
      `${role} ${seconds(await timed(`the host answers after ${role} came back`, BACK_MS, () => answers(ground, seen)))}`,
    )
  }
  await nats.end('SIGKILL')
  await pause(1000)
  await nats.start()
  times.push(
    `bus ${seconds(await timed('the host answers after the bus came back', BACK_MS, () => answers(ground, seen)))}`,
  )
  same('no false outage', (await session.ask('GET device/detail', { id: seen.id })).device.since, since)
  say(`kill -9 of each, answers again after its return: ${times.join(', ')}; no false outage`)
  await roles.worker.end('SIGKILL')
  await host.kill()
  await pause(500)
  await roles.worker.start()
  await until(
    'what left while no worker was there is shown offline',
    BACK_MS,
    async () => !(await isOnline(ground, seen)),
  )
}
