import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { makeHost } from '../kit/hosts/linux-host.ts'
import { type Product, startProduct } from '../kit/product.ts'
import { holds, same } from '../kit/same.ts'
import { foundSecondTeam } from '../kit/second-team.ts'
import { type Session, signIn } from '../kit/session.ts'
import { until } from '../kit/wait.ts'
import type { Proof } from '../proof.ts'

const WITHIN = 20_000
/** Seconds promised, and those a machine that does much else is given. */
const PROMISED = 2
const GIVEN = 10
const password = 'Journey-2026'

interface Ground {
  product: Product
  /** Who owns scene and host. */
  owner: Session
  db: pg.Client
  scene_id: number
  device_id: number
  page: number
}

interface Person {
  session: Session
  account: string
  uid: number
  /** Of who came by a share. */
  share_id: number
}

/** How a user loses the right; a right that expires gets its end before, and `act` waits for it. */
interface Cause {
  readonly name: string
  readonly who: 'guest' | 'member'
  before?(ground: Ground, person: Person): Promise<unknown>
  act(ground: Ground, person: Person): Promise<unknown>
}

/** Seconds a thing that expires has to live. */
const LIFE = 4
const soon = () => Math.floor(Date.now() / 1000) + LIFE
const passes = async (ground: Ground, sql: string, uid: number) => {
  const { rows } = await ground.db.query<{ at: string }>(sql, [uid])
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, Number(rows[0]?.at) * 1000 - Date.now())))
}

const causes: readonly Cause[] = [
  {
    name: 'the share is ended',
    who: 'guest',
    act: ({ owner }, { share_id }) => owner.ask('POST scene/share/unbind', { ids: [share_id] }),
  },
  {
    name: 'the share becomes one to look at',
    who: 'guest',
    act: ({ owner }, { share_id }) => owner.ask('PUT scene/share', { id: share_id, permission: 2 }),
  },
  {
    name: 'the share expires',
    who: 'guest',
    before: ({ owner }, { share_id }) => owner.ask('PUT scene/share', { id: share_id, expires_in: LIFE }),
    act: (ground, { uid }) => passes(ground, 'select expires_at as at from scene_guest where uid = $1', uid),
  },
  {
    name: 'the role becomes a weaker one',
    who: 'member',
    async act({ owner }, { uid, account }) {
      const [row] = (await owner.ask('GET user/member', { search: account })).list
      await owner.ask('PUT user/member', { id: uid, rev: row.rev, role: 3 })
    },
  },
  {
    name: 'the session is ended from another one',
    who: 'member',
    async act({ product }, { session, account }) {
      const other = await signIn(product.url, account, password)
      const { list } = await session.ask('GET user/session')
      await other.ask('DELETE user/session', { id: list.find((one: { current: number }) => one.current === 1).id })
    },
  },
  {
    name: 'the password changes',
    who: 'member',
    async act({ product }, { account }) {
      const other = await signIn(product.url, account, password)
      await other.ask('POST user/profile', { password: 'Another-2026', old_password: password })
    },
  },
  {
    name: 'the session expires',
    who: 'member',
    before: ({ db }, { uid }) => db.query('update session set expires_at = $1 where uid = $2', [soon(), uid]),
    act: (ground, { uid }) => passes(ground, 'select expires_at as at from session where uid = $1', uid),
  },
  {
    name: 'the account is removed',
    who: 'member',
    act: ({ owner }, { uid }) => owner.ask('DELETE user/member', { id: uid }),
  },
]

/** A shell, a page through the host and live news, all in use; each resolves when its user notices the end. */
async function openAll(
  { product, page, device_id }: Ground,
  { session }: Person,
): Promise<Record<string, Promise<void>>> {
  const shell = await session.ask('POST device/command/remote', { id: device_id })
  const socket = session.socket(`/api/v1/device/remote/${shell.session}?ticket=${shell.ticket}`)
  let seen = ''
  socket.binaryType = 'arraybuffer'
  socket.onmessage = ({ data }) => {
    if (typeof data !== 'string') seen += Buffer.from(data as ArrayBuffer).toString()
  }
  const shellEnds = new Promise<void>((resolve) => (socket.onclose = () => resolve()))
  await until('the shell is open', WITHIN, () => socket.readyState === WebSocket.OPEN)
  socket.send(Buffer.from('echo $((6*7))-typed\r'))
  await until('the shell answers', WITHIN, () => seen.includes('42-typed'))

  const way = await session.ask('POST device/command/remote/custom', { id: device_id, port: page })
  const base = `http://127.0.0.1:${way.port}`
  const entered = await fetch(base + way.path, { redirect: 'manual' })
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  same('the page', await (await fetch(base, { headers: { cookie } })).text(), 'page')
  const held = fetch(`${base}/held`, { headers: { cookie } }).then(
    () => {},
    () => {},
  )
  const tunnelEnds = held.then(async () => {
    const again = await fetch(base, { headers: { cookie } }).catch(() => undefined)
    holds('the tunnel does not open again', again === undefined)
  })

  const live = await fetch(`${product.url}/api/v1/live`, { headers: { authorization: session.token } })
  const reader = (live.body as ReadableStream<Uint8Array>).getReader()
  const drain = async (): Promise<void> => ((await reader.read()).done ? undefined : drain())
  return { shell: shellEnds, tunnel: tunnelEnds, 'live stream': drain() }
}

async function come(ground: Ground, who: Cause['who'], n: number): Promise<Person> {
  const { product, owner, scene_id } = ground
  const account = `${who}-${n}`
  if (who === 'member') await owner.ask('POST user/member', { account, role: 2, password })
  else await foundSecondTeam(product.databaseUrl, account)
  const session = await signIn(product.url, account, password)
  if (who === 'member') return { session, account, uid: session.uid, share_id: 0 }
  const { id } = await owner.ask('POST scene/share/account', { scene_id, account, permission: 1 })
  await session.ask('POST scene/share/handle', { share_id: scene_id, status: 1 })
  return { session, account, uid: session.uid, share_id: id }
}

/** A guest's set that waits for a device; it is laid down as the engine keeps it, so that it waits for sure. */
async function waitingSet({ db, device_id, scene_id }: Ground, uid: number): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `insert into change_set (team_id, uid, operator, name, state, phase, options, created_at, started_at, scene_ids, device_cnt)
     select team_id, id, account, 'waits', 'running', 'offline',
       '{"soak":0,"confirm":60,"min_terminals":0,"failures":50,"offline":"wait"}', 0, 0, array[$2]::int[], 1
     from account where id = $1 returning id`,
    [uid, scene_id],
  )
  const id = rows[0]?.id ?? 0
  await db.query(
    `insert into change_item (set_id, device_id, sn, name, scene_id, wave, uuid, at) select $1, id, serial, name, scene_id, 1, 1, 0
     from device where id = $2`,
    [id, device_id],
  )
  await db.query('insert into config_lock (device_id, change_id) values ($1, $2)', [device_id, id])
  return id
}

export const proof: Proof = {
  title: 'A shell, a tunnel and live news end with the right to them, and so does a set that waits',
  async run(say) {
    const product = await startProduct()
    const host = await makeHost()
    const page = createServer((request, reply) => void (request.url === '/held' || reply.end('page')))
    page.listen(0, '127.0.0.1')
    await once(page, 'listening')
    const db = new pg.Client({ connectionString: product.databaseUrl })
    await db.connect()
    try {
      const owner = await product.signIn()
      const { id: scene_id } = await owner.ask('POST scene', { name: 'Site' })
      const { command } = await owner.ask('POST device/enrol/token', { scene_id })
      void host.paste(command)
      const device = async () => (await owner.ask('GET device/all', { scene_id })).list[0]
      await until('the host is online', WITHIN, async () => (await device())?.online === 1)
      const port = (page.address() as AddressInfo).port
      const ground: Ground = { product, owner, db, scene_id, device_id: (await device()).id, page: port }

      let longest = 0
      for (const [n, cause] of causes.entries()) {
        const person = await come(ground, cause.who, n)
        await cause.before?.(ground, person)
        const open = await openAll(ground, person)
        await cause.act(ground, person)
        const began = performance.now()
        const took = await Promise.all(
          Object.entries(open).map(async ([name, ended]) => {
            const late = new Promise<never>((_, reject) => {
              setTimeout(() => reject(new Error(`${cause.name}: the ${name} goes on`)), GIVEN * 1000).unref()
            })
            await Promise.race([ended, late])
            return (performance.now() - began) / 1000
          }),
        )
        longest = Math.max(longest, ...took)
      }
      say(
        `${causes.length} causes, each with shell, tunnel and live stream: ended after ${longest.toFixed(2)} s at most (promised: ${PROMISED} s)`,
      )

      await host.kill()
      await until('the host is away', WITHIN * 3, async () => (await device())?.online === 0)
      const guest = await come(ground, 'guest', causes.length)
      const id = await waitingSet(ground, guest.uid)
      const row = async () =>
        (
          await db.query<{ state: string; reason: string | null; lease_by: string | null }>(
            'select state, reason, lease_by from change_set where id = $1',
            [id],
          )
        ).rows[0]
      await until('somebody drives it', WITHIN, async () => (await row())?.lease_by)
      same('it waits', (await row())?.state, 'running')
      await owner.ask('POST scene/share/unbind', { ids: [guest.share_id] })
      const began = performance.now()
      await until('it stops', WITHIN, async () => (await row())?.state === 'returned')
      say(`a set that waits: stopped after ${((performance.now() - began) / 1000).toFixed(1)} s`)
      const { reason } = await owner.ask('GET change/detail', { id })
      same('with the reason', reason, 'share_ended')
      same('locks left', (await db.query('select 1 from config_lock where change_id = $1', [id])).rowCount, 0)
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-2000)}`, { cause: error })
    } finally {
      page.closeAllConnections()
      page.close()
      await db.end()
      await host.close()
      await product.close()
    }
  },
}
