import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Cable, createCable } from './kit/cable.ts'
import { type LinuxHost, makeHost, run } from './kit/hosts/linux-host.ts'
import { type Product, startProduct } from './kit/product.ts'
import { holds, same } from './kit/same.ts'
import type { Session } from './kit/session.ts'
import { seconds, until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

/** Seconds a device has to be back with its new configuration. */
const CONFIRM = 15
/** Its own timer, the way back to us, and a machine that is busy with other things. */
const PATIENCE = 120_000

interface Ground {
  readonly session: Session
  readonly host: LinuxHost
  readonly cable: Cable
  readonly id: number
  readonly say: (line: string) => void
}

export const proof: Proof = {
  title: 'A change that cuts a Linux host off is taken back by the host itself; a good one stays, routes included',
  async run(say) {
    const cable = await createCable()
    if (typeof cable === 'string') return say(`skipped: ${cable}`)
    const product = await startProduct({ host: cable.address })
    const host = await makeHost(cable.inside)
    try {
      await layOut(cable)
      const ground = await enrol(product, host, cable, say)
      await cutsItselfOff(ground)
      await cutsItselfOffAndDies(ground)
      await moves(ground)
      await changesForGood(ground)
      await setsRoutes(ground)
    } catch (error) {
      const heard = `host: ${host.heard.slice(-1500)}\nserver: ${product.heard.slice(-1500)}`
      throw new Error(`${(error as Error).stack}\n${heard}`, { cause: error })
    } finally {
      await host.close()
      await product.close()
      await cable.remove()
    }
  },
}

/** Where the host can be reached after it has moved. */
const moved = { subnet: '198.18.51.10/29', gateway: '198.18.51.9' }
/** An address that is not reachable. */
const astray = { subnet: '192.0.2.9/24', gateway: '192.0.2.1' }

/** An uplink, and a second interface whose change interrupts no connection. */
async function layOut(cable: Cable): Promise<void> {
  for (const line of [
    `route add default via ${cable.address}`,
    'link add lan0 type veth peer name lan1',
    'addr add 192.168.77.1/24 dev lan0',
    'link set lan0 up',
    'link set lan1 up',
  ])
    await inside(cable, line)
  await run('ip', ['addr', 'add', `${moved.gateway}/29`, 'dev', cable.end])
}

const inside = (cable: Cable, line: string) => run('ip', ['-n', cable.inside.at(-1) as string, ...line.split(' ')])

/** Addresses and routes as the kernel has them. */
async function network({ cable }: Pick<Ground, 'cable'>): Promise<string[]> {
  const { stdout } = await inside(cable, '-4 -o addr show scope global')
  const routes = (await inside(cable, 'route show')).stdout
  return [...stdout.matchAll(/inet \S+/g)]
    .map(String)
    .concat(
      routes
        .trim()
        .split('\n')
        .map((line) => line.trim()),
    )
    .sort()
}

async function enrol(product: Product, host: LinuxHost, cable: Cable, say: Ground['say']): Promise<Ground> {
  const session = await product.signIn()
  const { id: scene_id } = await session.ask<{ id: number }>('POST scene', { name: 'Edge' })
  const { command } = await session.ask('POST device/enrol/token', { scene_id, name: 'Edge host' })
  void host.paste(command)
  const device = await until('the host is online', 30_000, async () => {
    const [row] = (await session.ask('GET device/soft', { scene_id })).list
    return row?.online === 1 && row
  })
  await until('what it runs is known', 30_000, async () => {
    const state = await session.ask('GET intent/state', { device_id: device.id })
    return state.base_at > 0
  })
  return { session, host, cable, id: device.id, say }
}

/** Puts an interface into another network, by a draft that is reviewed and applied as the console does. */
async function apply(
  { session, id }: Ground,
  kind: 'lan' | 'wan' | 'static-routes',
  key: string,
  set: object,
): Promise<number> {
  const edit = { level: 2, target_id: id, kind, key, set }
  const draft = await session.ask('POST change/edit', { edits: [edit] })
  const review = await session.ask('GET change/review', { id: draft.id })
  same(
    'what the review says',
    [review.summary.changed_cnt, review.summary.no_return_cnt, review.summary.refused_cnt],
    [1, 0, 0],
  )
  await session.ask('POST change/apply', { id: draft.id, rev: draft.rev, soak: 0, confirm: CONFIRM })
  return draft.id
}

const stateOf = async ({ session }: Ground, id: number) =>
  (await session.ask('GET change/detail', { id })).state as string
const itemOf = async ({ session }: Ground, id: number) => (await session.ask('GET change/item', { id })).list[0]
const isOnline = async ({ session, id }: Ground) => (await session.ask('GET device/detail', { id })).device.online === 1

async function returned(ground: Ground, change: number, before: string[], began: number): Promise<void> {
  await until('the host has its addresses back', PATIENCE, async () => (await network(ground)).join() === before.join())
  const back = performance.now() - began
  await until('the set has returned', PATIENCE, async () => (await stateOf(ground, change)) === 'returned')
  const { state } = await itemOf(ground, change)
  // it came back before anybody asked: to the engine it never changed
  holds(`what became of it: ${state}`, state === 'returned' || state === 'failed')
  await until('it is online', PATIENCE, () => isOnline(ground))
  same('nothing is wanted of it', (await ground.session.ask('GET intent', { level: 2, target_id: ground.id })).list, [])
  ground.say(`its addresses were back ${seconds(back)} after the change was applied, the timer being ${CONFIRM} s`)
}

async function cutsItselfOff(ground: Ground): Promise<void> {
  const before = await network(ground)
  const began = performance.now()
  const change = await apply(ground, 'wan', 'eth0', { type: 'static', ...astray })
  await until('the host is where nobody reaches it', PATIENCE, async () =>
    (await network(ground)).includes(`inet ${astray.subnet}`),
  )
  await returned(ground, change, before, began)
}

async function cutsItselfOffAndDies(ground: Ground): Promise<void> {
  const before = await network(ground)
  const began = performance.now()
  const change = await apply(ground, 'wan', 'eth0', { type: 'static', ...astray })
  await until('the host is where nobody reaches it', PATIENCE, async () =>
    (await network(ground)).includes(`inet ${astray.subnet}`),
  )
  // before that its next life would find it half way, and undo it at once
  await until('the change is complete', PATIENCE, () => !existsSync(join(ground.host.dir, 'journal.json')))
  await ground.host.kill()
  ground.host.start()
  ground.say('agent kill -9 while it was cut off, and started again')
  await returned(ground, change, before, began)
}

/** Its own uplink becomes another: the line breaks, and it is confirmed over the new one. */
async function moves(ground: Ground): Promise<void> {
  const began = performance.now()
  const change = await apply(ground, 'wan', 'eth0', { type: 'static', ...moved })
  await until('the set is done', PATIENCE, async () => (await stateOf(ground, change)) === 'done')
  const now = await network(ground)
  holds(`it lives there: ${now.join(' | ')}`, now.includes(`inet ${moved.subnet}`))
  holds('its way out', now.includes(`default via ${moved.gateway} dev eth0`))
  await until('it is online', PATIENCE, () => isOnline(ground))
  ground.say(`it moved to another network and was confirmed there in ${seconds(performance.now() - began)}`)
}

async function changesForGood(ground: Ground): Promise<void> {
  const change = await apply(ground, 'lan', 'lan0', { subnet: '192.168.78.1/24' })
  await until('the set is done', PATIENCE, async () => (await stateOf(ground, change)) === 'done')
  const after = await network(ground)
  same(
    'the address of lan0',
    after.filter((line) => line.startsWith('inet 192.168')),
    ['inet 192.168.78.1/24'],
  )
  const { sync, differences } = await ground.session.ask('POST intent/read', { device_id: ground.id })
  same('it runs what it was sent', [sync, differences], [1, 0])
  await ground.host.kill()
  await inside(ground.cable, 'addr flush dev lan0')
  ground.host.start()
  await until('in force again', PATIENCE, async () => (await network(ground)).includes('inet 192.168.78.1/24'))
  ground.say('a good change stays, and is put in force again when the agent starts')
}

/** The static routes of the kernel, as `destination gateway interface`. */
async function routesOf({ cable }: Ground): Promise<string[]> {
  const [four, six] = await Promise.all([inside(cable, '-4 route show'), inside(cable, '-6 route show')])
  const lines = `${four.stdout}\n${six.stdout}`.split('\n').filter((line) => line.includes('proto static'))
  return lines.map((line) => /^(\S+) via (\S+) dev (\S+)/.exec(line)?.slice(1).join(' ') ?? line).sort()
}

/** Static routes of both versions of IP are set in the kernel; one that is removed by hand is detected. */
async function setsRoutes(ground: Ground): Promise<void> {
  const { session, cable, id } = ground
  const began = performance.now()
  await inside(cable, '-6 addr add 2001:db8:78::1/64 dev lan0 nodad')
  const before = await routesOf(ground)
  const branch = { destination: '10.20.0.0/16', gateway: '192.168.78.2' }
  const six = { destination: '2001:db8:9::/48', gateway: '2001:db8:78::2', metric: 50 }
  const change = await apply(ground, 'static-routes', '', { routes: [branch, six] })
  await until('the set is done', PATIENCE, async () => (await stateOf(ground, change)) === 'done')
  const wanted = ['10.20.0.0/16 192.168.78.2 lan0', '2001:db8:9::/48 2001:db8:78::2 lan0']
  same('routes of the kernel', await routesOf(ground), [...before, ...wanted].sort())
  const sync = async () => (await session.ask('POST intent/read', { device_id: id })).sync
  same('the host has what it was sent', await sync(), 1)
  await inside(cable, 'route del 10.20.0.0/16')
  same('a route that is taken away is found', await sync(), 3)
  const { hunks } = await session.ask('GET intent/drift', { device_id: id })
  const place = '/static-routes/destination=10.20.0.0~116'
  same('which one', hunks, [{ place, before: branch, intents: ['static-routes//routes'] }])
  ground.say(`static routes of IPv4 and IPv6 are in the kernel, and watched: ${seconds(performance.now() - began)}`)
}
