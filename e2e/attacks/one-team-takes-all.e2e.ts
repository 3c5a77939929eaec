import { type LinuxHost, makeHost } from '../kit/hosts/linux-host.ts'
import { startProduct } from '../kit/product.ts'
import { holds, same } from '../kit/same.ts'
import { foundSecondTeam } from '../kit/second-team.ts'
import { type Envelope, type Session, signIn } from '../kit/session.ts'
import { until } from '../kit/wait.ts'
import type { Proof } from '../proof.ts'

const PASSWORD = 'Journey-2026'
const REACHED = 10_170
const LIMITS = { devices: 8, claims: 5, reports: 4, streams: 4, calls: 300, tunnels: 6 }

export const proof: Proof = {
  title:
    'One customer takes its share and no more, however much it asks for at once, and another one is served meanwhile',
  seconds: 60,
  async run(say) {
    const product = await startProduct({ flags: ['--no-demo', '--calls-per-minute', '3000'] })
    const host = await makeHost()
    try {
      const admin = await product.signIn()
      for (const account of ['greedy', 'modest']) await foundSecondTeam(product.databaseUrl, account)
      const [greedy, modest] = [
        await signIn(product.url, 'greedy', PASSWORD),
        await signIn(product.url, 'modest', PASSWORD),
      ] as [Session, Session]
      const scenes = { greedy: await sceneOf(greedy, 'Greedy'), modest: await sceneOf(modest, 'Modest') }
      await limit(admin)
      const got = [
        `pages of devices ${await tunnels(greedy, modest, scenes.greedy, host)}`,
        `devices ${await devices(greedy, modest, scenes)}`,
        `requests for devices ${await claims(greedy, modest, scenes)}`,
        `reports ${await reports(greedy, modest, scenes)}`,
        `live streams ${await streams(product.url, greedy, modest)}`,
        `calls ${await calls(product.url, greedy, modest)}`,
      ]
      say(`asked for and got: ${got.join(', ')}; the other customer was served each time`)
    } catch (error) {
      throw new Error(`${(error as Error).stack}\nserver: ${product.heard.slice(-2000)}`, { cause: error })
    } finally {
      await host.close()
      await product.close()
    }
  },
}

type Scenes = { greedy: number; modest: number }

const sceneOf = async (session: Session, name: string) => (await session.ask<{ id: number }>('POST scene', { name })).id

async function limit(admin: Session): Promise<void> {
  const { list } = await admin.ask('GET user/quota/team', { search: 'greedy', limit: 10 })
  const values = Object.entries({ ...LIMITS, 'reports-a-day': LIMITS.reports }).map(([key, most]) => ({ key, most }))
  await admin.ask('POST user/quota', { team_id: list[0].id, values })
}

/** Sends this many requests at once; the allowed number succeeds, and the others are refused with the quota. */
async function storm(times: number, most: number, ask: (n: number) => Promise<Envelope>): Promise<string> {
  const codes = (await Promise.all(Array.from({ length: times }, (_, n) => ask(n)))).map(({ code }) => code)
  same(
    'answers that are neither',
    codes.filter((code) => code !== 0 && code !== REACHED),
    [],
  )
  same('got through', codes.filter((code) => code === 0).length, most)
  return `${times}/${most}`
}

async function devices(greedy: Session, modest: Session, scenes: Scenes): Promise<string> {
  const add = (session: Session, scene_id: number) => {
    const wish = { scene_id, name: 'D', kind: 'other', ip: '10.0.0.1', monitor: { type: 'none' } }
    return session.call('POST device/third/mod', wish)
  }
  // one is the host
  const told = await storm(40, LIMITS.devices - 1, () => add(greedy, scenes.greedy))
  same('a device of the other', (await add(modest, scenes.modest)).code, 0)
  return told
}

async function claims(greedy: Session, modest: Session, scenes: Scenes): Promise<string> {
  const ask = (session: Session, scene_id: number, n: number) =>
    session.call('POST device/add', { sn: `0c44${n.toString(16).padStart(8, '0')}`, scene_id })
  const told = await storm(40, LIMITS.claims, (n) => ask(greedy, scenes.greedy, n))
  same('a request of the other', (await ask(modest, scenes.modest, 99)).code, 0)
  return told
}

/** In several scenes: one scene takes three at a time. */
async function reports(greedy: Session, modest: Session, scenes: Scenes): Promise<string> {
  const make = (session: Session, scene_id: number) => session.call('POST scene/report', { scene_id })
  const more = await Promise.all(Array.from({ length: 12 }, (_, n) => sceneOf(greedy, `R${n}`)))
  const told = await storm(12, LIMITS.reports, (n) => make(greedy, more[n] ?? 0))
  same('a report of the other', (await make(modest, scenes.modest)).code, 0)
  return told
}

/** To the same device, as a guest of its scene: what is shared is the room for them. */
async function tunnels(greedy: Session, modest: Session, scene_id: number, host: LinuxHost): Promise<string> {
  const { command } = await greedy.ask('POST device/enrol/token', { scene_id })
  void host.paste(command)
  const find = async () => (await greedy.ask('GET device/soft', { scene_id })).list[0]
  await until('the host is online', 30_000, async () => (await find())?.online === 1)
  const { id } = await find()
  const open = (session: Session) => session.call('POST device/command/remote/custom', { id, port: 9 })
  const told = await storm(20, LIMITS.tunnels, () => open(greedy))
  await greedy.ask('POST scene/share/account', { scene_id, account: 'modest', permission: 1 })
  await modest.ask('POST scene/share/handle', { share_id: scene_id, status: 1 })
  same('a page of the other', (await open(modest)).code, 0)
  return told
}

async function streams(url: string, greedy: Session, modest: Session): Promise<string> {
  const open = async ({ token }: Session) => {
    const end = new AbortController()
    const answer = await fetch(`${url}/api/v1/live`, { headers: { authorization: token }, signal: end.signal })
    const stream = { alive: true, stop: () => end.abort() }
    void drain(answer.body as unknown as AsyncIterable<unknown>).finally(() => (stream.alive = false))
    return stream
  }
  const all = await Promise.all(Array.from({ length: 20 }, () => open(greedy)))
  const alive = () => all.filter((one) => one.alive).length
  await until('those that are too many are over', 10_000, () => alive() === LIMITS.streams)
  const other = await open(modest)
  const { quotas } = await modest.ask('GET user/quota')
  same('a stream of the other', quotas.find(({ key }: { key: string }) => key === 'streams').used, 1)
  for (const one of [...all, other]) one.stop()
  return `20/${LIMITS.streams}`
}

async function drain(body: AsyncIterable<unknown>): Promise<void> {
  try {
    // read on until the stream ends
    const pieces = body[Symbol.asyncIterator]()
    while (!(await pieces.next()).done);
  } catch {
    // it was stopped
  }
}

/** Over several sessions, as after another sign-in. */
async function calls(url: string, greedy: Session, modest: Session): Promise<string> {
  const sessions = [greedy, await signIn(url, 'greedy', PASSWORD), await signIn(url, 'greedy', PASSWORD)]
  let [passed, refused] = [0, 0]
  for (let n = 0; n < 5; n++) {
    const answers = await Promise.all(
      Array.from({ length: 90 }, async (_, at) => sessions[at % 3]?.call('GET user/quota')),
    )
    passed += answers.filter((one) => one?.code === 0).length
    refused += answers.filter((one) => one?.code === 10_005).length
  }
  same('answers that are neither', passed + refused, 450)
  // a minute may end meanwhile, and begin another
  holds(`${passed} of 450 calls passed`, passed <= LIMITS.calls * 2 && refused > 0)
  same('a call of the other', (await modest.call('GET user/quota')).code, 0)
  return `450/${passed}`
}
