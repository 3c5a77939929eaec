import pg from 'pg'
import { serialsOf, startFleet } from './kit/fleet.ts'
import { type Product, startProduct } from './kit/product.ts'
import { register } from './kit/register.ts'
import { holds, same } from './kit/same.ts'
import type { Session } from './kit/session.ts'
import { seconds, timed, until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

/** Simulated devices, so many of them that there are enough access points among them. */
const DEVICES = 260
const APS = 200
/** Devices that may be touched. */
const CANARY = 2
/** Seconds: when a device returns by itself, and when all of them have to be back. */
const CONFIRM = 40
const BACK = 180

export const proof: Proof = {
  title: 'A wrong management VLAN for 200 access points touches the canary alone, and everything is back by itself',
  waits: true,
  async run(say) {
    const product = await startProduct()
    try {
      await comesBack(product, say)
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-3000)}`, { cause: error })
    } finally {
      await product.close()
    }
  },
}

async function comesBack(product: Product, say: (line: string) => void): Promise<void> {
  const session = await product.signIn()
  const { id: scene_id } = await session.ask<{ id: number }>('POST scene', { name: 'Campus' })
  await register(product.databaseUrl, scene_id, await serialsOf('campus-1000', DEVICES))
  const { devicePort: port, data } = product
  const fleet = startFleet('campus-1000', { devices: DEVICES, interval: 20, port, 'ca-dir': `${data}/pki`, fast: '' })
  const db = new pg.Client({ connectionString: product.databaseUrl })
  await db.connect()
  try {
    const aps = await adopted(session, db)
    const before = await numbers(db, aps)
    const id = await applyWrongVlan(session, aps)
    const ended = async () => (await session.ask('GET change/detail', { id })).state === 'returned'
    const took = await timed('the set has returned', BACK * 1000, ended, 500)
    const home = async () => String(await numbers(db, aps)) === String(before)
    const back = took + (await timed('all run what they ran, online', BACK * 1000 - took, home, 500))
    await judge(session, db, id)
    say(
      `${APS} access points, canary ${CANARY}: ${await touched(session, id)} touched, all back after ${seconds(back)}`,
    )
  } catch (error) {
    throw new Error(`${(error as Error).message}\nfleet: ${fleet.heard}`, { cause: error })
  } finally {
    await db.end()
    await fleet.end('SIGTERM')
  }
}

/** Access points whose configuration was read when they came. */
async function adopted(session: Session, db: pg.Client): Promise<number[]> {
  const read = async (): Promise<number[] | undefined> => {
    const { rows } = await db.query<{ id: number }>(
      'select d.id from device d join device_config c on c.device_id = d.id join device_state s on s.device_id = d.id where d.type = 1 and s.online and c.base is not null order by d.id limit $1',
      [APS],
    )
    return rows.length === APS ? rows.map(({ id }) => id) : undefined
  }
  const ids = await until('the configurations of all access points are read', 90_000, read, 500)
  const { id } = await session.ask<{ id: number }>('POST device/group', { name: 'Access points' })
  await session.ask('POST device/group/join', { group_id: id, ids })
  return ids
}

/** What they run by their own word, and whether they are there. */
async function numbers(db: pg.Client, ids: readonly number[]): Promise<string[]> {
  const { rows } = await db.query<{ said: string }>(
    `select device_id || ' runs ' || config_uuid || ' ' || online as said from device_state where device_id = any($1) order by device_id`,
    [ids],
  )
  return rows.map(({ said }) => said)
}

async function applyWrongVlan(session: Session, aps: readonly number[]): Promise<number> {
  const [group] = (await session.ask<{ list: { id: number }[] }>('GET device/group', { page: 1 })).list
  const edit = { level: 1, target_id: group?.id, kind: 'wan', key: 'WAN', set: { vlan: 3999 } }
  const { id } = await session.ask<{ id: number }>('POST change/edit', { edits: [edit], name: 'New management VLAN' })
  const { summary, list } = await session.ask('GET change/review', { id, limit: 5 })
  holds(`every access point changes: ${JSON.stringify(summary)}`, summary.changed_cnt === aps.length)
  holds(`each can return by itself: ${JSON.stringify(list[0])}`, summary.no_return_cnt === 0)
  await session.ask('POST change/apply', { id, canary: CANARY, confirm: CONFIRM, soak: 10 })
  return id
}

async function touched(session: Session, id: number): Promise<number> {
  const { list } = await session.ask<{ list: { state: string }[] }>('GET change/item', { id, limit: 1000 })
  return list.filter(({ state }) => state !== 'skipped').length
}

async function judge(session: Session, db: pg.Client, id: number): Promise<void> {
  const n = await touched(session, id)
  holds(`${n} touched, of at most ${CANARY}`, n > 0 && n <= CANARY)
  const { list } = await session.ask<{ list: { after: { state?: string } }[] }>('GET log/sys', {
    object: `change:${id}`,
    limit: 100,
  })
  same(
    'what the audit says of its end',
    list.flatMap(({ after }) => after?.state ?? []),
    ['returned'],
  )
  const { rows } = await db.query('select 1 from intent')
  holds('nothing of it is wanted', rows.length === 0)
}
