import pg from 'pg'
import { type Apart, startApart } from './kit/apart.ts'
import { serialsOf, startFleet } from './kit/fleet.ts'
import { register } from './kit/register.ts'
import { holds, same } from './kit/same.ts'
import type { Session } from './kit/session.ts'
import { seconds, timed, until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

const SCENARIO = 'campus-1000'
const DEVICES = 300
/** Seconds: a gateway counts as gone, and an alarm is due. */
const SILENCE = 20
const ALARM_AFTER = 15
/** ms. */
const SHOWN = 60_000

export const proof: Proof = {
  title:
    'A gateway is stopped until its devices count as offline, and goes on: all are shown online, nothing is left of it',
  waits: true,
  async run(say) {
    const apart = await startApart(['--gateway-silence', String(SILENCE)])
    if (!apart) return say('skipped: there is no nats-server on this machine')
    const db = new pg.Client({ connectionString: apart.databaseUrl })
    await db.connect()
    try {
      await goesOn(apart, db, say)
    } catch (error) {
      throw new Error(`${(error as Error).stack}\n${apart.heard}`, { cause: error })
    } finally {
      await db.end()
      await apart.close()
    }
  },
}

async function goesOn(apart: Apart, db: pg.Client, say: (line: string) => void): Promise<void> {
  const session = await apart.api.signIn()
  const { id: scene_id } = await session.ask<{ id: number }>('POST scene', { name: 'Stall' })
  await session.ask('POST alarm/config', { scene_id, list: [{ type: 'dev_offline', duration_s: ALARM_AFTER }] })
  await register(apart.databaseUrl, scene_id, await serialsOf(SCENARIO, DEVICES))
  const flags = { devices: DEVICES, interval: 10, port: apart.balancer.port, 'ca-dir': apart.caDir, fast: '' }
  const fleet = startFleet(SCENARIO, flags)
  try {
    await until('all devices are online', SHOWN * 2, async () => (await online(session)) === DEVICES)
    await until('and report', SHOWN * 2, async () => (await reporting(db)) === DEVICES)
    for (const signal of ['gateway', 'worker'] as const) await isStopped(apart, session, db, signal, say)
  } catch (error) {
    throw new Error(`${(error as Error).stack}\nfleet: ${fleet.heard}`, { cause: error })
  } finally {
    await fleet.end('SIGTERM')
  }
}

/** `beside`: the worker is stopped with it, and finds an absence of everybody when both go on. */
async function isStopped(
  { gateways: [stops, stays], worker, balancer }: Apart,
  session: Session,
  db: pg.Client,
  beside: 'gateway' | 'worker',
  say: (line: string) => void,
): Promise<void> {
  const held = DEVICES - (await online(session))
  same('all are there', held, 0)
  balancer.answering = [stays.devicePort]
  process.kill(stops.pid, 'SIGSTOP')
  if (beside === 'gateway') {
    await until('its devices count as offline', SHOWN * 3, async () => (await offline(db)) > 0)
    await until('an alarm is raised', SHOWN * 3, async () => (await alarms(db, 'dev_offline')).open > 0)
  } else {
    process.kill(worker.pid, 'SIGSTOP')
    await new Promise((resolve) => setTimeout(resolve, (SILENCE + 10) * 1000))
    process.kill(worker.pid, 'SIGCONT')
  }
  const [away, { open }] = [await offline(db), await alarms(db, 'dev_offline')]
  if (beside === 'worker') same('a stall of the worker is no silence of a gateway', [away, open], [0, 0])
  process.kill(stops.pid, 'SIGCONT')
  const shown = await timed('all are shown online', SHOWN, async () => (await online(session)) === DEVICES)
  const calm = await timed('no alarm is left', SHOWN, async () => (await alarms(db, 'dev_offline')).open === 0)
  balancer.answering = [stops.devicePort, stays.devicePort]
  const since = Math.floor(Date.now() / 1000)
  await until('everybody has reported since', SHOWN * 2, async () => (await reporting(db, since)) === DEVICES)
  same('devices that are said to have rebooted', (await alarms(db, 'dev_reboot')).total, 0)
  holds('all are online still', (await online(session)) === DEVICES)
  say(
    `${beside === 'gateway' ? 'gateway' : 'gateway and worker'} stopped: ${away} of ${DEVICES} counted as offline, ${open} alarms; all online ${seconds(shown)} after it went on, no alarm ${seconds(calm)} later, none rebooted`,
  )
}

const online = async (session: Session): Promise<number> =>
  (await session.ask('GET device/all', { online: 1, limit: 1 })).total

/** As it is written down: of those of a lost gateway lists say that nothing is known. */
async function offline(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ n: number }>('select count(*)::int as n from device_state where not online')
  return rows[0]?.n ?? 0
}

async function reporting(db: pg.Client, since = 0): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    'select count(*)::int as n from device_state where uptime is not null and seen_at > $1',
    [since],
  )
  return rows[0]?.n ?? 0
}

async function alarms(db: pg.Client, type: string): Promise<{ open: number; total: number }> {
  const { rows } = await db.query<{ open: number; total: number }>(
    'select count(*) filter (where ended_at is null)::int as open, count(*)::int as total from alarm where type = $1',
    [type],
  )
  return rows[0] ?? { open: 0, total: 0 }
}
