import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import pg from 'pg'
import { launchBrowser } from './browser.ts'
import { type Apart, startApart } from './kit/apart.ts'
import { serialsOf, startFleet } from './kit/fleet.ts'
import { pageOn } from './kit/page-on.ts'
import { register } from './kit/register.ts'
import { holds, same } from './kit/same.ts'
import type { Session } from './kit/session.ts'
import { makeClock } from './kit/set-clock.ts'
import { seconds, timed, until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

const SCENARIO = 'campus-1000'
const DEVICES = 60
/** Seconds after which an absence is an alarm. */
const ALARM_AFTER = 5
/** ms in which a loss must be shown, and what comes back. */
const SHOWN = 30_000
const BACK = 60_000

export const proof: Proof = {
  title:
    'Gateways, worker, bus and database are lost one after another: header, page of nodes and devices say it; all is back after',
  waits: true,
  seconds: 900,
  async run(say) {
    const data = await mkdtemp(join(tmpdir(), 'belvedere-nodes-'))
    // one gateway is on a machine whose clock is wrong by a day
    const clock = await makeClock(data)
    await clock?.set(86_400)
    const apart = await startApart([], (name) => (clock && name === 'gateway-b' ? clock.env : {}))
    if (!apart) return say('skipped: there is no nats-server on this machine')
    if (!clock) say('libfaketime is not installed: all clocks are right')
    const db = new pg.Client({ connectionString: apart.databaseUrl })
    await db.connect()
    const browser = await launchBrowser()
    try {
      const page = await pageOn(browser, apart.api, 'en')
      await play({ apart, db, page, session: await apart.api.signIn(), say })
    } catch (error) {
      throw new Error(`${(error as Error).stack}\n${apart.heard}`, { cause: error })
    } finally {
      await browser.close()
      await db.end()
      await apart.close()
      await rm(data, { recursive: true, force: true })
    }
  },
}

interface Ground {
  readonly apart: Apart
  readonly db: pg.Client
  readonly page: Page
  readonly session: Session
  readonly say: (line: string) => void
}

async function play(ground: Ground): Promise<void> {
  const { apart, session, db, page } = ground
  const { id: scene_id } = await session.ask<{ id: number }>('POST scene', { name: 'Losses' })
  await session.ask('POST alarm/config', { scene_id, list: [{ type: 'dev_offline', duration_s: ALARM_AFTER }] })
  await db.query("update account set email = 'admin@example.net' where account = 'admin'")
  await register(apart.databaseUrl, scene_id, await serialsOf(SCENARIO, DEVICES))
  const flags = { devices: DEVICES, interval: 10, port: apart.balancer.port, 'ca-dir': apart.caDir, fast: '' }
  const fleet = startFleet(SCENARIO, flags)
  try {
    await until('all devices are online', BACK * 2, async () => (await counted(session)).online === DEVICES)
    await page.goto(`${apart.api.url}/account/nodes`)
    await says(page, 'Live')
    await until('four nodes run', BACK, async () => (await nodesOn(page, 'running')) === 4)
    await losesOneGateway(ground)
    await losesAllGateways(ground)
    await losesWorker(ground)
    await losesBus(ground)
    await losesDatabase(ground)
    await isToldOf(ground)
  } catch (error) {
    throw new Error(`${(error as Error).stack}\nfleet: ${fleet.heard.slice(-1000)}`, { cause: error })
  } finally {
    await fleet.end('SIGTERM')
  }
}

/** The header, as a person reads it. */
const header = (page: Page, text: string) => page.getByRole('banner').getByRole('status').getByText(text)
const isSaid = async (page: Page, text: string) => (await header(page, text).count()) > 0
const says = (page: Page, text: string, ms = SHOWN) => timed(`the header says “${text}”`, ms, () => isSaid(page, text))
const nodesOn = (page: Page, state: string) => page.locator(`[data-node][data-state=${state}]`).count()

/** Of all devices; `unknown` since a moment of the last two minutes, by the true clock. */
async function counted(session: Session): Promise<{ online: number; unknown: number }> {
  const now = Date.now() / 1000
  const { list } = await session.ask<{ list: { online: number; unknown_since: number | null }[] }>('GET device/all', {
    limit: DEVICES,
  })
  return {
    online: list.filter(({ online }) => online === 1).length,
    unknown: list.filter(({ unknown_since }) => unknown_since !== null && Math.abs(now - unknown_since) < 120).length,
  }
}

async function alarmsOf(db: pg.Client): Promise<string> {
  const { rows } = await db.query<{ type: string; n: number }>(
    "select type, count(*)::int as n from alarm where type in ('dev_offline', 'dev_online', 'dev_reboot') group by 1",
  )
  return rows.map(({ type, n }) => `${type} ${n}`).join(', ')
}

/** Moments since when devices are online: an outage of theirs would move them. */
async function sincesOf(db: pg.Client): Promise<string> {
  const { rows } = await db.query<{ all: string }>(
    `select string_agg(device_id || ' ' || online || ' ' || since, ',' order by device_id) as all from device_state`,
  )
  return rows[0]?.all ?? ''
}

/** Its devices go to the other one. */
async function losesOneGateway({ apart, page, session, db, say }: Ground): Promise<void> {
  const { gateways, balancer } = apart
  const before = await sincesOf(db)
  balancer.answering = [gateways[1].devicePort]
  await gateways[0].end('SIGKILL')
  const shown = await says(page, 'Node lost')
  await until('the page shows it', SHOWN, async () => (await nodesOn(page, 'lost')) === 1)
  await until('its devices are at the other gateway', BACK, async () => (await counted(session)).online === DEVICES)
  await gateways[0].start()
  const back = await says(page, 'Live', BACK)
  balancer.answering = gateways.map(({ devicePort }) => devicePort)
  same('nothing of the devices', [await sincesOf(db), await alarmsOf(db)], [before, ''])
  say(`one of two gateways killed: said after ${seconds(shown)}, live ${seconds(back)} after it started again`)
}

async function losesAllGateways({ apart, page, session, db, say }: Ground): Promise<void> {
  const before = await sincesOf(db)
  await Promise.all(apart.gateways.map((one) => one.end('SIGKILL')))
  const shown = await says(page, 'No gateway')
  await until('the page shows both', SHOWN, async () => (await nodesOn(page, 'lost')) === 2)
  same('devices', await counted(session), { online: 0, unknown: DEVICES })
  const fares = await session.ask<{ offline: number; unknown: number }>('GET stat/scene/count')
  same('scenes', { offline: fares.offline, unknown: fares.unknown }, { offline: 0, unknown: 1 })
  await page.goto(`${apart.api.url}/home/index`)
  await page.getByRole('group', { name: 'Devices online' }).getByText(`${DEVICES} unknown`).waitFor()
  same('said offline', await page.getByRole('group', { name: 'Devices online' }).getByText('offline').count(), 0)
  await page.getByRole('group', { name: 'Devices online' }).getByText(`${DEVICES} unknown`).click()
  await page.waitForURL(/\/global\/device\?.*online=2/)
  await page.locator('[data-row]').first().waitFor()
  await page.goto(`${apart.api.url}/global/device`)
  await page.locator('[data-row]').first().waitFor()
  await until(
    'rows say unknown',
    SHOWN,
    async () => (await page.locator('[data-row]').getByText('Unknown').count()) > 5,
  )
  same('green rows', await page.locator('[data-row]').getByText('Online', { exact: true }).count(), 0)
  await new Promise((resolve) => setTimeout(resolve, ALARM_AFTER * 4000))
  same('nothing of the devices', [await sincesOf(db), await alarmsOf(db)], [before, ''])
  await Promise.all(apart.gateways.map((one) => one.start()))
  const live = await says(page, 'Live', BACK)
  const back = await timed('all are online', BACK, async () => (await counted(session)).online === DEVICES)
  await until(
    'rows say online',
    SHOWN,
    async () => (await page.locator('[data-row]').getByText('Unknown').count()) === 0,
  )
  same('no outage of devices', [await sincesOf(db), await alarmsOf(db)], [before, ''])
  await page.goto(`${apart.api.url}/account/nodes`)
  say(
    `all gateways killed: said after ${seconds(shown)}, ${DEVICES} devices unknown, no alarm; live ${seconds(live)} after their start, all online ${seconds(back)} later`,
  )
}

async function losesWorker({ apart, page, say }: Ground): Promise<void> {
  await apart.worker.end('SIGKILL')
  const shown = await says(page, 'No worker')
  await until('the page shows it', SHOWN, async () => (await nodesOn(page, 'lost')) === 1)
  await apart.worker.start()
  const back = await says(page, 'Live', BACK)
  await until('four nodes run', BACK, async () => (await nodesOn(page, 'running')) === 4)
  say(`worker killed: said after ${seconds(shown)}, live ${seconds(back)} after its start`)
}

async function losesBus({ apart, page, db, say }: Ground): Promise<void> {
  const before = await sincesOf(db)
  await apart.nats.end('SIGKILL')
  const shown = await says(page, 'Message bus lost')
  await page.getByText('Cannot reach the bus').first().waitFor()
  await apart.nats.start()
  const back = await says(page, 'Live', BACK)
  same('nothing of the devices', [await sincesOf(db), await alarmsOf(db)], [before, ''])
  say(`bus killed: said after ${seconds(shown)}, live ${seconds(back)} after its start`)
}

async function losesDatabase({ apart, page, session, db, say }: Ground): Promise<void> {
  apart.database.cut()
  const shown = await says(page, 'Database lost')
  apart.database.mend()
  const back = await says(page, 'Live', BACK)
  await until('all are online', BACK, async () => (await counted(session)).online === DEVICES)
  same('no alarm of the devices', await alarmsOf(db), '')
  say(`database out of reach: said after ${seconds(shown)}, live ${seconds(back)} after it was in reach`)
}

async function isToldOf({ session, page, db, say }: Ground): Promise<void> {
  const { outages } = await session.ask<{ outages: { kind: string; ended_at: number | null }[] }>('GET node')
  const kinds = outages.map(({ kind }) => kind).toSorted()
  same('outages', kinds, ['bus', 'database', 'node', 'node', 'node', 'node'])
  same('that last', outages.filter(({ ended_at }) => ended_at === null).length, 0)
  await until('the page lists them', SHOWN, async () => (await page.getByText('Back', { exact: true }).count()) === 6)
  await until('administrators are told of all', BACK * 2, async () => {
    const { rows } = await db.query<{ n: number }>('select count(*)::int as n from outage where told < 2')
    return rows[0]?.n === 0
  })
  const { rows } = await db.query<{ n: number }>("select count(*)::int as n from message where purpose = 'outage'")
  const mails = rows[0]?.n ?? 0
  holds(`${mails} mails`, mails >= 1 && mails <= 12)
  say(`${outages.length} outages, all ended; ${mails} mails to the administrator`)
}
