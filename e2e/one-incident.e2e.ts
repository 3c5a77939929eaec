import pg from 'pg'
import { type Fleet, serialsOf, startFleet } from './kit/fleet.ts'
import { freePorts, type Product, startProduct } from './kit/product.ts'
import { register } from './kit/register.ts'
import { holds, same } from './kit/same.ts'
import { pause, seconds, timed, until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

const SCENARIO = 'building-200'
const DEVICES = 60
const CORE = 's1-core'
const AP = 's1-ap-1-1'
const FLAPS = 20
/** ms in which people must know. */
const KNOWN = 30_000

export const proof: Proof = {
  title: 'The core switch of sixty devices is cut: one incident, one recovery; an access point that flaps is one alarm',
  waits: true,
  async run(say) {
    const product = await startProduct()
    const db = new pg.Client({ connectionString: product.databaseUrl })
    await db.connect()
    const session = await product.signIn()
    const { id: scene_id } = await session.ask<{ id: number }>('POST scene', { name: 'One incident' })
    const serials = await serialsOf(SCENARIO, DEVICES)
    const ids = await register(product.databaseUrl, scene_id, serials)
    const [control] = (await freePorts(1)) as [number]
    const flags = { devices: DEVICES, interval: 5, port: product.devicePort, 'ca-dir': `${product.data}/pki`, fast: '' }
    const fleet = startFleet(SCENARIO, { ...flags, control })
    try {
      const devices = new Map(serials.map((serial, at) => [serial, ids[at] as number]))
      await tellsOnce({ session, db, control, scene_id, devices }, say)
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-3000)}\nfleet: ${heardBy(fleet)}`, {
        cause: error,
      })
    } finally {
      await fleet.end('SIGTERM')
      await db.end().catch(() => {})
      await product.close()
    }
  },
}

const heardBy = ({ heard }: Fleet) => heard.slice(-1000)

interface Lab {
  session: Awaited<ReturnType<Product['signIn']>>
  db: pg.Client
  control: number
  scene_id: number
  /** Ids by serial number. */
  devices: ReadonlyMap<string, number>
}

async function tellsOnce(lab: Lab, say: (line: string) => void): Promise<void> {
  const { session, db, scene_id } = lab
  const fleet = (await asked(lab, 'GET', 'devices')) as { serial: string; hostname: string }[]
  const named = new Map(fleet.map(({ serial, hostname }) => [hostname, lab.devices.get(serial)]))
  const count = async (query: string) => Number((await db.query<{ n: string }>(query)).rows[0]?.n)
  await until('all devices are there and tell of their neighbours', 60_000, async () => {
    const online = await count('select count(*) as n from device_state where online')
    const told = await count(`select count(*) as n from device_detail where facts -> 'neighbours' is not null`)
    return online === DEVICES && told === DEVICES
  })

  const fault = (await asked(lab, 'POST', 'faults', { kind: 'cut-cable', target: CORE })) as { id: number }
  const after = await timed('an incident is told', KNOWN, async () => (await newsOf(db)).length > 0)
  const [opened] = await newsOf(db)
  same('the cause', [opened?.device_id, opened?.type, opened?.state], [named.get(CORE), 'dev_offline', 1])
  await until('all that hang on it are in its number', 30_000, async () =>
    (await newsOf(db)).some(({ children }) => children === DEVICES - 2),
  )
  await pause(3000)
  same('words', (await newsOf(db)).length, 1)
  const { list, total } = await session.ask('GET alarm/log', { scene_id, state: 0 })
  same('open alarms', [total, list[0].children], [1, DEVICES - 2])
  same('the header counts it once', (await session.ask('GET alarm/log/count', { scene_id })).critical, 1)

  await asked(lab, 'DELETE', `faults/${fault.id}`)
  const back = await timed('the recovery is told', 120_000, async () => (await newsOf(db)).length > 1)
  await pause(3000)
  const words = await newsOf(db)
  same(
    'words at the end',
    words.map(({ state, incident_id }) => [state, incident_id]),
    [
      [1, opened?.incident_id],
      [3, opened?.incident_id],
    ],
  )
  say(`core of ${DEVICES} devices cut: one incident after ${seconds(after)} with ${DEVICES - 2} below it,`)
  say(`one recovery ${seconds(back)} after the cable was back`)
  await flaps(lab, named.get(AP) ?? 0, say)
}

async function flaps(lab: Lab, device_id: number, say: (line: string) => void): Promise<void> {
  const { session, db, scene_id } = lab
  await session.ask('POST alarm/config', { scene_id, list: [{ type: 'dev_offline', duration_s: 0 }] })
  const before = (await newsOf(db)).length
  const alarm = async () => {
    const { list, total } = await session.ask('GET alarm/log', { device_id, type: 'dev_offline', orderby: 'id desc' })
    return { total, cnt: list[0]?.cnt ?? 0, lasting: list[0]?.lasting }
  }
  const { total, cnt } = await alarm()
  const drop = () => asked(lab, 'POST', 'faults', { kind: 'drop', target: AP })
  for (let turn = 1; turn <= FLAPS; turn++) {
    let dropped = Number.NEGATIVE_INFINITY
    await until(`turn ${turn} is counted`, 30_000, async () => {
      // it is back within a second: a server that is busy for so long has not seen it go
      if (performance.now() - dropped > 3000) {
        await drop()
        dropped = performance.now()
      }
      const now = await alarm()
      return now.total > total ? now.cnt >= turn : now.cnt >= cnt + turn
    })
    await until('it is back', 20_000, async () => (await alarm()).lasting === 0)
  }
  const after = await alarm()
  // the alarm of the cut cable came a moment ago: it is that alarm again, or a fresh one
  same('one alarm with its count', after.total === total ? after.cnt - cnt : after.cnt, FLAPS)
  same('alarms of it', after.total - total <= 1, true)
  const words = (await newsOf(db)).slice(before)
  holds(`few words on it, not ${words.length}`, words.length <= 3)
  say(`${FLAPS} flaps of an access point: one alarm that counts ${after.cnt}, ${words.length} words on it`)
}

interface News {
  incident_id: string
  state: number
  type: string
  device_id: number
  children: number
}

/** Every message to be sent, oldest first. */
async function newsOf(db: pg.Client): Promise<News[]> {
  const { rows } = await db.query<News>(
    `select n.incident_id, n.state, i.type, a.device_id, i.children from incident_event n
     join alarm_incident i on i.id = n.incident_id join alarm a on a.id = i.alarm_id order by n.id`,
  )
  return rows
}

async function asked({ control }: Lab, method: string, path: string, body?: object): Promise<unknown> {
  const url = `http://127.0.0.1:${control}/${path}`
  const ask = async () => {
    const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
    const told = (await answer.json()) as { error?: string }
    if (!answer.ok) throw new Error(`${method} ${path}: ${told.error}`)
    return told
  }
  return until(`${method} ${path}`, 20_000, ask)
}
