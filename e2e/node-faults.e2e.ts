import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { launchBrowser } from './browser.ts'
import { type Apart, startApart } from './kit/apart.ts'
import { serialsOf, startFleet } from './kit/fleet.ts'
import { type InnerFaults, innerFaults } from './kit/inner-faults.ts'
import { type MailSink, startMailSink } from './kit/mail-sink.ts'
import { bindMail } from './kit/outbox.ts'
import { type Product, startProduct } from './kit/product.ts'
import { register } from './kit/register.ts'
import { holds, same } from './kit/same.ts'
import { openScreens, type Screens, type Shown } from './kit/screens.ts'
import type { Session } from './kit/session.ts'
import { pause, seconds, timed, until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

const SCENARIO = 'campus-1000'
const DEVICES = 60
/**
 * Seconds: a gateway counts as gone, and an absence of a device is an alarm. A hang is found after 12 s and must be on the screens
 * before the silence is over, on a busy machine too.
 */
const SILENCE = 45
const ALARM_AFTER = 5
const DAY = 86_400
/** ms in which a loss must be shown, and what comes back. */
const SHOWN = 60_000
const BACK = 60_000

export const proof: Proof = {
  title:
    'Stalls, deaths, wrong clocks, foreign keys and orderly ends of api, worker, gateways, bus and database: header, nodes, devices and alarms say what is so, and nothing is left of it',
  waits: true,
  seconds: 900,
  async run(say) {
    const data = await mkdtemp(join(tmpdir(), 'belvedere-faults-'))
    const inner = innerFaults(data)
    // one gateway is on a machine whose clock is wrong by a day from the start
    inner.setClock('gateway-b', DAY)
    const mails = await startMailSink()
    const flags = ['--gateway-silence', String(SILENCE)]
    const apart = await startApart(flags, inner.env)
    if (!apart) {
      await mails.close()
      return say('skipped: there is no nats-server on this machine')
    }
    const db = new pg.Client({ connectionString: apart.databaseUrl })
    await db.connect()
    const browser = await launchBrowser()
    let fault: Error | undefined
    try {
      const session = await apart.api.signIn()
      await withFleet({ apart, db, session, inner, mails, say }, async () => {
        const screens = await openScreens(browser, apart.api)
        await playAll({ apart, db, session, inner, mails, screens, say })
      })
    } catch (error) {
      fault = new Error(`${(error as Error).stack}\n${apart.heard}`, { cause: error })
    }
    const close = async () => {
      await browser.close()
      await db.end()
      await apart.close()
      await mails.close()
      await rm(data, { recursive: true, force: true })
    }
    // a process that hangs does not end in order either: that is not what went wrong
    await close().catch((error: unknown) => (fault ??= error as Error))
    if (fault) throw fault
  },
}

interface Site {
  readonly apart: Apart
  readonly db: pg.Client
  readonly session: Session
  readonly inner: InnerFaults
  readonly mails: MailSink
  readonly say: (line: string) => void
}

interface Ground extends Site {
  readonly screens: Screens
}

async function withFleet({ apart, db, session, mails }: Site, work: () => Promise<void>): Promise<void> {
  const { id: scene_id } = await session.ask<{ id: number }>('POST scene', { name: 'Faults' })
  const list = [
    { type: 'dev_offline', duration_s: ALARM_AFTER },
    { type: 'dev_online', enabled: 1, duration_s: 0 },
  ]
  await session.ask('POST alarm/config', { scene_id, list })
  await bindMail(session, session, 'admin@example.net')
  const settings = { host: '127.0.0.1', port: String(mails.port), security: 'none', from: 'noc@example.net' }
  await session.ask('POST send/channel', { channel: 'smtp', active: 1, settings })
  await register(apart.databaseUrl, scene_id, await serialsOf(SCENARIO, DEVICES))
  const flags = { devices: DEVICES, interval: 10, port: apart.balancer.port, 'ca-dir': apart.caDir, fast: '' }
  const fleet = startFleet(SCENARIO, flags)
  try {
    await until('all devices report', BACK * 2, async () => (await reporting(db)) === DEVICES, 250)
    await work()
  } catch (error) {
    throw new Error(`${(error as Error).stack}\nfleet: ${fleet.heard.slice(-1000)}`, { cause: error })
  } finally {
    await fleet.end('SIGTERM')
  }
}

/** What is on the screens when nothing is wrong. */
const calm: Shown = { header: 'Live', nodes: '4 running', devices: `${DEVICES} Online`, alarms: '0' }
const unknown = `${DEVICES} Unknown`

async function playAll(ground: Ground): Promise<void> {
  await ground.screens.show(calm, BACK)
  for (const fault of [
    keysAreForeign,
    clocksAreSet,
    losesOneGateway,
    losesAllGateways,
    losesWorker,
    losesBus,
    losesDatabase,
    workerAndGatewayStall,
    gatewaysHang,
    endsInOrder,
  ])
    await leavesNothing(ground, fault)
  await gatewayStalls(ground)
  await isToldOf(ground)
}

/** Afterwards everything is as before: no device was offline, and none has an alarm, open or ended. */
async function leavesNothing(ground: Ground, fault: (ground: Ground) => Promise<void>): Promise<void> {
  const before = await traces(ground.db)
  await fault(ground)
  await ground.screens.show(calm, BACK)
  same(`what is left after ${fault.name}`, await traces(ground.db), before)
}

/** Since when devices are online, which an outage of theirs would move, and how often an alarm of theirs was raised. */
async function traces(db: pg.Client): Promise<string> {
  const states = await db.query<{ all: string }>(
    `select string_agg(device_id || ' ' || online || ' ' || since, ',' order by device_id) as all from device_state`,
  )
  const alarms = await db.query<{ type: string; n: number }>(
    `select type, sum(cnt)::int as n from alarm where type in ('dev_offline', 'dev_online', 'dev_reboot') group by 1 order by 1`,
  )
  return [states.rows[0]?.all ?? '', ...alarms.rows.map(({ type, n }) => `${type} ${n}`)].join('; ')
}

async function reporting(db: pg.Client, since = 0): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    'select count(*)::int as n from device_state where online and uptime is not null and seen_at > $1',
    [since],
  )
  return rows[0]?.n ?? 0
}

async function keysAreForeign({ apart, say }: Ground): Promise<void> {
  const flags = ['--database-url', apart.databaseUrl, '--nats-url', apart.nats.url, '--roles', 'gateway']
  const started: Promise<Product> = startProduct({ flags })
  const refusal = await started.then(
    async (product) => {
      await product.close()
      return ''
    },
    ({ message }: Error) => message,
  )
  holds(
    `a node with foreign keys says so: ${refusal.slice(-500)}`,
    /The keys in the data directory .* are not those of/.test(refusal),
  )
  say('a gateway with keys of another installation refuses to start and says so; nothing else is shown')
}

/** Each process is set forth or back, the worker both, and all of them right at the end. */
const clockSteps: readonly Readonly<Record<string, number>>[] = [
  { worker: DAY },
  { api: -DAY },
  { 'gateway-a': DAY },
  { 'gateway-b': -DAY },
  { worker: -DAY, api: DAY },
  { worker: 0, api: 0, 'gateway-a': 0, 'gateway-b': 0 },
]

async function clocksAreSet({ apart, inner, screens, db, say }: Ground): Promise<void> {
  for (const set of clockSteps) {
    for (const [name, ahead] of Object.entries(set)) inner.setClock(name, ahead)
    // the time in which all processes check each other, and a false alarm would appear
    await pause(4000)
    await screens.show(calm, SHOWN)
  }
  const since = Math.floor(Date.now() / 1000)
  await until('everybody has reported since', BACK, async () => (await reporting(db, since)) === DEVICES)
  holds('the api is ready', (await fetch(`${apart.api.url}/readyz`)).ok)
  say('clocks of worker, gateways and api set forth and back by a day: nothing is shown')
}

/** Its devices go to the other one. */
async function losesOneGateway({ apart, screens, say }: Ground): Promise<void> {
  const { gateways, balancer } = apart
  balancer.answering = [gateways[1].devicePort]
  await gateways[0].end('SIGKILL')
  const shown = await screens.show({ header: 'Node lost', nodes: '1 lost, 3 running' }, SHOWN)
  await screens.show({ devices: calm.devices, alarms: '0' }, BACK)
  await gateways[0].start()
  const back = await screens.show(calm, BACK)
  balancer.answering = gateways.map(({ devicePort }) => devicePort)
  say(`one of two gateways killed: said after ${seconds(shown)}, live ${seconds(back)} after it started again`)
}

async function losesAllGateways({ apart, screens, session, say }: Ground): Promise<void> {
  await Promise.all(apart.gateways.map((one) => one.end('SIGKILL')))
  const lost = { header: 'No gateway', nodes: '2 lost, 2 running', devices: unknown, alarms: '0' }
  const shown = await screens.show(lost, SHOWN)
  const fares = await session.ask<{ offline: number; unknown: number }>('GET stat/scene/count')
  same('scenes', { offline: fares.offline, unknown: fares.unknown }, { offline: 0, unknown: 1 })
  const { list } = await session.ask<{ list: { unknown_since: number }[] }>('GET device/all', { limit: DEVICES })
  // by the true clock, though one of the gateways goes by another
  const now = Date.now() / 1000
  holds(
    'it is said since when',
    list.every(({ unknown_since }) => Math.abs(now - unknown_since) < 120),
  )
  await findsUnknown(apart, screens)
  await pause((SILENCE + ALARM_AFTER * 2) * 1000 - shown)
  await screens.show(lost, SHOWN)
  await Promise.all(apart.gateways.map((one) => one.start()))
  const back = await screens.show(calm, BACK)
  say(
    `all gateways killed: said after ${seconds(shown)}, ${DEVICES} devices unknown; live ${seconds(back)} after their start`,
  )
}

/** From the overview to the devices it counts; and on the wall. */
async function findsUnknown({ api }: Apart, { nodes: page }: Screens): Promise<void> {
  await page.goto(`${api.url}/home/index`)
  const tile = page.getByRole('group', { name: 'Devices online' })
  await tile.getByText(`${DEVICES} unknown`).waitFor()
  same('said offline', await tile.getByText('offline').count(), 0)
  await tile.getByText(`${DEVICES} unknown`).click()
  await page.waitForURL(/\/global\/device\?.*online=2/)
  await page.locator('[data-row]').first().waitFor()
  await page.goto(`${api.url}/overview`)
  await page.getByRole('status').getByText('No gateway').waitFor()
  await page.goto(`${api.url}/account/nodes`)
}

async function losesWorker({ apart, screens, say }: Ground): Promise<void> {
  await apart.worker.end('SIGKILL')
  const shown = await screens.show({ ...calm, header: 'No worker', nodes: '1 lost, 3 running' }, SHOWN)
  await apart.worker.start()
  const back = await screens.show(calm, BACK)
  say(`worker killed: said after ${seconds(shown)}, live ${seconds(back)} after its start`)
}

async function losesBus({ apart, screens, say }: Ground): Promise<void> {
  await apart.nats.end('SIGKILL')
  const shown = await screens.show({ ...calm, header: 'Message bus lost' }, SHOWN)
  await screens.nodes.getByText('Cannot reach the bus').first().waitFor()
  await apart.nats.start()
  const back = await screens.show(calm, BACK)
  say(`bus killed: said after ${seconds(shown)}, live ${seconds(back)} after its start`)
}

/** What was read stays, and the list says of when it is. */
async function losesDatabase({ apart, screens, say }: Ground): Promise<void> {
  apart.database.cut()
  const shown = await screens.show({ header: 'Database lost' }, SHOWN)
  await screens.devices.getByRole('button', { name: 'Refresh' }).click()
  await screens.show({ devices: `${calm.devices}, old` }, SHOWN)
  apart.database.mend()
  const back = await screens.show(calm, BACK)
  say(`database out of reach: said after ${seconds(shown)}, live ${seconds(back)} after it was in reach`)
}

/** The gateway with most devices, as the page of nodes counts them, and what is shown while nothing is known of those. */
async function fullest({ apart, session }: Ground) {
  const [a, b] = apart.gateways
  const held = await until('each device is counted at one gateway', BACK, async () => {
    const { nodes } = await session.ask<{ nodes: { name: string; devices: number }[] }>('GET node')
    const at = ({ port }: Product) => nodes.find(({ name }) => name.endsWith(`:${port}`))?.devices ?? 0
    return at(a) + at(b) === DEVICES ? at : undefined
  })
  const [at, stops, stays] = held(a) < held(b) ? (['gateway-b', b, a] as const) : (['gateway-a', a, b] as const)
  const n = held(stops)
  return { name: at, stops, stays, unknown: n === DEVICES ? unknown : `${DEVICES - n} Online, ${n} Unknown` }
}

/** A worker that was stopped itself has not watched, and finds no silence of a gateway. */
async function workerAndGatewayStall(ground: Ground): Promise<void> {
  const { apart, screens, say } = ground
  const { stops, unknown } = await fullest(ground)
  const both = [stops, apart.worker]
  for (const { pid } of both) process.kill(pid, 'SIGSTOP')
  const stalled = { header: 'No worker', nodes: '2 lost, 2 running', devices: unknown, alarms: '0' }
  const shown = await screens.show(stalled, SHOWN)
  await pause((SILENCE + ALARM_AFTER * 2) * 1000 - shown)
  for (const { pid } of both) process.kill(pid, 'SIGCONT')
  const back = await screens.show(calm, BACK)
  say(
    `gateway and worker stopped: said after ${seconds(shown)}, ${unknown}; as before ${seconds(back)} after they went on`,
  )
}

/** The process is alive, and the thread with the devices is not. */
async function gatewaysHang(ground: Ground): Promise<void> {
  const { inner, screens, say } = ground
  const { name, stops, unknown } = await fullest(ground)
  inner.hangGateways(name, true)
  const hung = { header: 'Node lost', nodes: '1 hung, 3 running', devices: unknown, alarms: '0' }
  const shown = await screens.show(hung, SHOWN)
  holds('the process lives', (await fetch(`${stops.url}/healthz`)).ok)
  inner.hangGateways(name, false)
  const back = await screens.show(calm, BACK)
  say(
    `gateways of a process that lives hang: said after ${seconds(shown)}, ${unknown}; as before ${seconds(back)} later`,
  )
}

/** That is no loss: nothing is written down of it, and the other gateway has the devices at once. */
async function endsInOrder(ground: Ground): Promise<void> {
  const { apart, screens, db, say } = ground
  const outages = async () => (await db.query<{ n: number }>('select count(*)::int as n from outage')).rows[0]?.n
  const before = await outages()
  const { stops: ends, stays } = await fullest(ground)
  apart.balancer.answering = [stays.devicePort]
  const ended = await timed('it ends', BACK, () => ends.end('SIGTERM').then(() => true))
  const moved = await screens.show({ ...calm, nodes: '3 running, 1 stopped' }, SHOWN)
  await ends.start()
  await screens.show(calm, BACK)
  apart.balancer.answering = apart.gateways.map(({ devicePort }) => devicePort)
  await apart.worker.end('SIGTERM')
  await screens.show({ ...calm, header: 'No worker', nodes: '3 running, 1 stopped' }, SHOWN)
  await apart.worker.start()
  await screens.show(calm, BACK)
  same('outages', await outages(), before)
  say(
    `a gateway ended in order within ${seconds(ended)}, all devices online ${seconds(moved)} later; a worker too; no outage`,
  )
}

/** Nobody reaches its devices for longer than the silence that counts: they are offline, and back when it goes on. */
async function gatewayStalls(ground: Ground): Promise<void> {
  const { apart, screens, db, say } = ground
  const { stops, stays } = await fullest(ground)
  apart.balancer.answering = [stays.devicePort]
  process.kill(stops.pid, 'SIGSTOP')
  const shown = await screens.show({ header: 'Node lost', nodes: '1 lost, 3 running' }, SHOWN)
  const early = await until('its devices are unknown', SHOWN, async () => {
    const { devices } = await screens.read()
    return /Unknown|Offline/.test(devices) && devices
  })
  await until('they are offline, with an alarm', SILENCE * 1000 + BACK, async () => {
    const { devices, alarms } = await screens.read()
    return devices.includes('Offline') && !devices.includes('Unknown') && Number(alarms) > 0
  })
  const { devices, alarms } = await screens.read()
  process.kill(stops.pid, 'SIGCONT')
  const back = await screens.show(calm, BACK)
  apart.balancer.answering = apart.gateways.map(({ devicePort }) => devicePort)
  const since = Math.floor(Date.now() / 1000)
  await until('everybody has reported since', BACK, async () => (await reporting(db, since)) === DEVICES)
  await screens.show(calm, BACK)
  holds('none is said to have rebooted', !(await traces(db)).includes('dev_reboot'))
  say(
    `gateway stopped: said after ${seconds(shown)}, ${early}, then ${devices} with ${alarms} alarms; as before ${seconds(back)} after it went on, none rebooted`,
  )
}

/** All of it is on the page of nodes, and administrators were mailed. */
async function isToldOf({ screens, mails, db, say }: Ground): Promise<void> {
  const page = screens.nodes
  const { rows } = await db.query<{ kind: string }>('select kind from outage order by kind')
  const kinds = ['bus', 'database', ...Array.from({ length: 8 }, () => 'node')]
  same(
    'outages',
    rows.map(({ kind }) => kind),
    kinds,
  )
  await until(
    'the page lists them as ended',
    SHOWN,
    async () => (await page.getByText('Back', { exact: true }).count()) === kinds.length,
  )
  await until('administrators are told of all', BACK * 2, async () => {
    const { rows } = await db.query<{ n: number }>('select count(*)::int as n from outage where notified < 2')
    return rows[0]?.n === 0
  })
  await until('a mail is there', BACK, () => mails.mails.length > 0)
  const count = mails.mails.length
  holds(`${count} mails`, count <= 2 * kinds.length)
  holds(
    'to the administrator',
    mails.mails.every(({ to }) => to.join() === 'admin@example.net'),
  )
  say(`${kinds.length} outages, all ended; ${count} mails to the administrator`)
}
