import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { issueDeviceCertificates } from '@belvedere/fleet/client/certificates.ts'
import { openPki } from '@belvedere/server/base/keys/pki.ts'
import { type Arms, attacks } from './kit/hostile.ts'
import { type LinuxHost, makeHost } from './kit/hosts/linux-host.ts'
import { metric } from './kit/metric.ts'
import { type Product, startProduct } from './kit/product.ts'
import { holds, same } from './kit/same.ts'
import type { Session } from './kit/session.ts'
import { pause, seconds, until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

const ATTACK_MS = 20_000
/** How much more memory than before, at the worst moment. */
const MEMORY = 300 << 20
/** The slowest answer of the good device. */
const ANSWER_MS = 3000

export const proof: Proof = {
  title: 'A good device is not disturbed by hostile ones, and the server stays within its bounds',
  async run(say) {
    const product = await startProduct()
    const host = await makeHost()
    try {
      const session = await product.signIn()
      const good = await goodDevice(session, host)
      const arms = await armsOf(product, good.sn)
      const before = await measure(product, session, good, 3000)
      const ended = attack(arms)
      const during = await measure(product, session, good, ATTACK_MS)
      await ended
      await undisturbed(product, session, good)
      say(
        `${attacks.length} attacks at once for ${seconds(ATTACK_MS)}: the good device answered ${during.answers} of ${during.asked} questions,`,
      )
      say(
        `at the slowest after ${during.slowest.toFixed(0)} ms (${before.slowest.toFixed(0)} ms in peace), and reported ${during.samples} times`,
      )
      say(`memory of the server ${mega(before.memory)} → at most ${mega(during.memory)}; ${await refusals(product)}`)
      same('questions answered', during.answers, during.asked)
      holds(`answers within ${seconds(ANSWER_MS)}`, during.slowest <= ANSWER_MS)
      // it reports every second
      holds(`${during.samples} reports in ${seconds(ATTACK_MS)}`, during.samples >= (ATTACK_MS / 1000) * 0.8)
      holds('memory is bounded', during.memory - before.memory <= MEMORY)
      const connects = host.heard.split('Connected to the gateway').length - 1
      same('connections of the good device', connects, 1)
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-2000)}`, { cause: error })
    } finally {
      await host.close()
      await product.close()
    }
  },
}

interface Good {
  readonly id: number
  readonly sn: string
  readonly scene_id: number
}

const mega = (bytes: number) => `${Math.round(bytes / (1 << 20))} MB`

/** A real host that reports every second. */
async function goodDevice(session: Session, host: LinuxHost): Promise<Good> {
  const { id: scene_id } = await session.ask<{ id: number }>('POST scene', { name: 'Besieged' })
  const { command } = await session.ask('POST device/enrol/token', { scene_id })
  void host.paste(command)
  const find = async () => (await session.ask('GET device/soft', { scene_id })).list[0]
  await until('the good device is online', 30_000, async () => (await find())?.online === 1)
  await host.kill()
  host.forget()
  host.start('--interval', '1')
  const good: Good = await find()
  await until('it is there again', 30_000, async () => (await question(session, good)) === 0)
  return good
}

const question = async (session: Session, { sn }: Good): Promise<number> =>
  (await session.ask('POST device/cgi', { sn, type: 'interfaces', content: '{"limit":100}' })).code

/** A common name that is no serial number. */
const nameless = 'deadbeef'

/** Certificates: thirty of the simulated devices' authority, one of a foreign one, one without a serial number. */
async function armsOf(product: Product, victim: string): Promise<Omit<Arms, 'over'>> {
  const { devicePort, enrolPort, data } = product
  const serials = Array.from({ length: 30 }, (_, n) => `0c66${n.toString(16).padStart(8, '0')}`)
  const { key, certificates } = await issueDeviceCertificates(join(data, 'pki'), [...serials, nameless])
  const elsewhere = await mkdtemp(join(tmpdir(), 'belvedere-stranger-'))
  await openPki(elsewhere, { hostnames: ['localhost'] })
  const stranger = await issueDeviceCertificates(elsewhere, [victim])
  await rm(elsewhere, { recursive: true })
  const own = (serial: string) => ({ serial, key, cert: certificates.get(serial) ?? '' })
  return {
    devicePort,
    enrolPort,
    victim,
    trusted: serials.map(own),
    nameless: own(nameless),
    foreign: { key: stranger.key, cert: stranger.certificates.get(victim) ?? '' },
  }
}

async function attack(arms: Omit<Arms, 'over'>): Promise<void> {
  const end = performance.now() + ATTACK_MS
  const over = () => performance.now() > end
  const sockets = await Promise.all(attacks.map((one) => one.run({ ...arms, over })))
  await pause(Math.max(0, end - performance.now()))
  for (const socket of sockets.flat()) socket?.destroy()
}

async function measure(product: Product, session: Session, good: Good, ms: number) {
  const db = new pg.Client({ connectionString: product.databaseUrl })
  await db.connect()
  const samples = async () =>
    (await db.query<{ n: number }>('select count(*)::int as n from telemetry_sample where device_id = $1', [good.id]))
      .rows[0]?.n ?? 0
  const had = await samples()
  const end = performance.now() + ms
  let [asked, answers, slowest, memory] = [0, 0, 0, 0]
  while (performance.now() < end) {
    const began = performance.now()
    asked++
    if ((await question(session, good)) === 0) answers++
    slowest = Math.max(slowest, performance.now() - began)
    memory = Math.max(memory, await residentOf(product.pid))
    await pause(100)
  }
  const found = { asked, answers, slowest, memory, samples: (await samples()) - had }
  await db.end()
  return found
}

async function residentOf(pid: number): Promise<number> {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

/** The data of the good device is its own, and every admitted attacker is disconnected. */
async function undisturbed(product: Product, session: Session, good: Good): Promise<void> {
  const { device, facts } = await session.ask('GET device/detail', { id: good.id })
  same('online', device.online, 1)
  const names = facts.interfaces.map(({ name }: { name: string }) => name)
  const own = readFileSync('/proc/net/dev', 'utf8')
  holds('its own interfaces', names.length > 0 && names.every((name: string) => own.includes(`${name}:`)))
  // one that was slowed is not read, so its end is found out at its next beat
  const slowed = await metric(product, 'ucentral_slowed_total')
  await until(
    'only the good one is left',
    30_000,
    async () => (await metric(product, 'ucentral_sockets')) <= 1 + slowed,
  )
}

async function refusals(product: Product): Promise<string> {
  const names = [
    'ucentral_tls_refused_total',
    'ucentral_closes_total',
    'ucentral_faults_total',
    'ucentral_slowed_total',
  ]
  const [tls, closes, faults, slowed] = await Promise.all(names.map((name) => metric(product, name)))
  return `${tls} handshakes refused, ${closes} connections closed, ${faults} bad messages, ${slowed} times slowed`
}
