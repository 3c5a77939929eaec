import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Cable, createCable } from './kit/cable.ts'
import { type LinuxHost, makeHost, run } from './kit/hosts/linux-host.ts'
import { openPrivateLog, type PrivateLog } from './kit/private-log.ts'
import { type Product, startProduct } from './kit/product.ts'
import { endsWithRun } from './kit/run-end.ts'
import { holds, same } from './kit/same.ts'
import type { Session } from './kit/session.ts'
import { pause, seconds, timed, until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

/** Beyond the provider: two addresses of blocks for documentation. */
const beyond = ['203.0.113.9', '203.0.113.10']
const LINE = 'eth0'
const MBPS = 20
const SSH = 2222

interface Ground {
  readonly product: Product
  readonly session: Session
  readonly scene_id: number
  readonly cable: Cable
  readonly log: PrivateLog
  readonly host: LinuxHost
  readonly say: (line: string) => void
}

interface Seen {
  readonly id: number
}

interface AlarmRow {
  type: string
  text: string
  state: number
}

/** A gateway in a network namespace whose line goes through this machine, which plays the provider. */
export const proof: Proof = {
  title: 'A real Linux host: lost packets, a full line, failed log-ins and a refused dial raise their alarms',
  seconds: 900,
  async run(say) {
    const lacks = ['nft', 'tc', 'iperf3', 'dropbear', 'dbclient', 'busybox'].filter(
      (tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0,
    )
    if (lacks.length > 0) return say(`left out, this machine lacks ${lacks.join(', ')}`)
    const cable = await createCable()
    if (typeof cable === 'string') return say(`left out: ${cable}`)
    const product = await startProduct({ host: cable.address })
    let log: PrivateLog | undefined
    let host: LinuxHost | undefined
    try {
      await beTheProvider(cable)
      log = await openPrivateLog(cable.inside)
      host = await makeHost(log.inside)
      const session = await product.signIn()
      const { id: scene_id } = await session.ask<{ id: number }>('POST scene', { name: 'Branch' })
      const ground = { product, session, scene_id, cable, log, host, say }
      const seen = await enrols(ground)
      await measuresItsLine(ground, seen)
      await isRebooted(ground, seen)
      await losesPackets(ground, seen)
      await isFull(ground, seen)
      await isAttacked(ground, seen)
      await isRefusedByTheProvider(ground, seen)
    } catch (error) {
      throw new Error(
        `${(error as Error).stack}\nhost: ${host?.heard.slice(-1500)}\nserver: ${product.heard.slice(-1500)}`,
        { cause: error },
      )
    } finally {
      await host?.close()
      await log?.close()
      await product.close()
      await cable.remove()
    }
  },
}

async function beTheProvider({ end, inside, address }: Cable): Promise<void> {
  for (const one of beyond) await run('ip', ['addr', 'add', `${one}/32`, 'dev', end])
  const [file = '', ...args] = inside
  await run(file, [...args, 'ip', 'route', 'add', 'default', 'via', address])
}

/** Runs a command in the host's network. */
const within = ({ log }: Ground, ...words: string[]) => {
  const [file = '', ...args] = log.inside
  return run(file, [...args, ...words])
}

const alarms = async ({ session, scene_id }: Ground, type: string): Promise<AlarmRow[]> =>
  (await session.ask('GET alarm/log', { scene_id, type, state: 0, all: 1 })).list
const wanOf = async ({ session }: Ground, { id }: Seen) =>
  (await session.ask('GET device/detail', { id })).facts?.wans?.find(({ name }: { name: string }) => name === LINE)

async function enrols(ground: Ground): Promise<Seen> {
  const { session, scene_id, host } = ground
  const { command } = await session.ask<{ command: string }>('POST device/enrol/token', { scene_id, name: 'Gateway' })
  void host.paste(command)
  return until('the host is online', 60_000, async () => {
    const [row] = (await session.ask('GET device/soft', { scene_id })).list
    return row?.online === 1 && row
  })
}

async function measuresItsLine(ground: Ground, seen: Seen): Promise<void> {
  const { session, say } = ground
  await until('it tells of its line', 60_000, () => wanOf(ground, seen), 500)
  const line = { id: seen.id, name: LINE, down_mbps: MBPS, up_mbps: MBPS }
  await session.ask('POST device/line', { ...line, targets: beyond })
  const took = await timed(
    'the line is measured',
    180_000,
    async () => {
      const { probes = [] } = (await wanOf(ground, seen)) ?? {}
      return probes.length === 3 && probes.every(({ lost }: { lost: number }) => lost === 0)
    },
    500,
  )
  const { probes } = await wanOf(ground, seen)
  same(
    'what it pings',
    probes.map(({ target }: { target: string }) => target),
    [ground.cable.address, ...beyond],
  )
  same('no alarm of it', [await alarms(ground, 'dev_net_pkg_loss'), await alarms(ground, 'dev_net_delay')], [[], []])
  say(`the gateway and both chosen addresses measured over ${LINE} ${seconds(took)} after they were set`)
}

/** The host has load, memory and heat of the machine that tests, which may be busy. */
const ofTheMachine: ReadonlySet<string> = new Set(['dev_health', 'dev_memory', 'dev_temperature'])

/** Simulated, as for every test host: the agent disconnects and reconnects as after a boot. It was ordered, so it is no incident. */
async function isRebooted(ground: Ground, seen: Seen): Promise<void> {
  const { session, scene_id, say } = ground
  const device = async () => (await session.ask('GET device/detail', { id: seen.id })).device
  const { since } = await device()
  const done = await session.confirmed('POST device/command/reboot', { ids: [seen.id], wait: 60 })
  same('reboot', done.results?.[0]?.result, 0)
  const took = await timed('it is back', 120_000, async () => {
    const now = await device()
    return now.online === 1 && now.since !== since
  })
  // its states have the new uptime, and the line is measured again
  await until('its line is measured again', 180_000, async () => (await wanOf(ground, seen))?.probes?.length === 3, 500)
  const { list } = await session.ask<{ list: AlarmRow[] }>('GET alarm/log', { scene_id })
  same(
    'a reboot from the console raises nothing',
    list.filter(({ type }) => !ofTheMachine.has(type)).map(({ type, text }) => [type, text]),
    [],
  )
  say(`a reboot from the console: back after ${seconds(took)}, no alarm`)
}

/** A rule of the host's own firewall drops one packet of five, whatever it carries; the agent's own connection is among them. */
async function losesPackets(ground: Ground, seen: Seen): Promise<void> {
  await within(ground, 'nft', 'add table ip loss')
  await within(ground, 'nft', 'add chain ip loss in { type filter hook input priority -300 ; }')
  await within(ground, 'nft', `add rule ip loss in iifname ${LINE} numgen random mod 5 0 drop`)
  const raised = await timed(
    'dev_net_pkg_loss is raised within two minutes',
    120_000,
    async () => (await alarms(ground, 'dev_net_pkg_loss')).length > 0,
    500,
  )
  const [alarm] = await alarms(ground, 'dev_net_pkg_loss')
  const lost = Number(/([\d.]+) %/.exec(alarm?.text ?? '')?.[1])
  holds(`about a fifth is lost (${alarm?.text})`, lost > 8 && lost < 35)
  await within(ground, 'nft', 'delete table ip loss')
  const over = await timed(
    'it ends when the line is whole again',
    180_000,
    async () => (await alarms(ground, 'dev_net_pkg_loss')).length === 0,
    500,
  )
  const { probes } = await wanOf(ground, seen)
  holds('the line is measured again', probes.length === 3)
  ground.say(
    `20 % loss by an nft rule: "${alarm?.text}" after ${seconds(raised)}, over ${seconds(over)} after the rule went`,
  )
}

/** A port of 10 Gbit/s, as the kernel says of a virtual cable; the line behind it lets 20 Mbit/s through. */
async function isFull(ground: Ground, _: Seen): Promise<void> {
  const { session, scene_id, cable, host, say } = ground
  const wish = { type: 'dev_wan_full', enabled: 1, duration_s: 30 }
  await session.ask('POST alarm/config', { scene_id, list: [wish] })
  await run('tc', [
    'qdisc',
    'add',
    'dev',
    cable.end,
    'root',
    'tbf',
    'rate',
    `${MBPS}mbit`,
    'burst',
    '64kb',
    'latency',
    '100ms',
  ])
  // the rhythm of a host whose owner wants to see more
  await host.kill()
  host.start('--interval', '10')
  const server = endsWithRun(spawn('iperf3', ['-s', '-B', cable.address], { stdio: 'ignore' }))
  let client: ChildProcess | undefined
  try {
    await pause(1000)
    same('an idle line is not full', await alarms(ground, 'dev_wan_full'), [])
    const [file = '', ...args] = ground.log.inside
    client = endsWithRun(spawn(file, [...args, 'iperf3', '-c', cable.address, '-R', '-t', '300'], { stdio: 'ignore' }))
    const raised = await timed(
      'dev_wan_full is raised',
      240_000,
      async () => (await alarms(ground, 'dev_wan_full')).length > 0,
      500,
    )
    const [alarm] = await alarms(ground, 'dev_wan_full')
    say(`iperf3 over a line of ${MBPS} Mbit/s: "${alarm?.text}" after ${seconds(raised)}`)
  } finally {
    client?.kill('SIGKILL')
    server.kill('SIGKILL')
  }
  await until('it ends with the traffic', 120_000, async () => (await alarms(ground, 'dev_wan_full')).length === 0, 500)
  await run('tc', ['qdisc', 'del', 'dev', cable.end, 'root'])
}

/** A real SSH server of the host, and a client outside that tries passwords. */
async function isAttacked(ground: Ground, _: Seen): Promise<void> {
  const { host, log, say } = ground
  const key = join(host.dir, 'ssh-host-key')
  await rm(key, { force: true })
  await run('dropbearkey', ['-t', 'ed25519', '-f', key])
  log.serve('dropbear', '-F', '-r', key, '-p', String(SSH), '-P', join(host.dir, 'dropbear.pid'))
  const [, theirs = ''] =
    /inet ([\d.]+)/.exec((await within(ground, 'ip', '-4', 'addr', 'show', 'dev', LINE)).stdout) ?? []
  const guess = (password: string) =>
    new Promise<void>((resolve) => {
      const env = { ...process.env, DROPBEAR_PASSWORD: password }
      const words = ['-y', '-y', '-p', String(SSH), `root@${theirs}`, 'true']
      const child = spawn('dbclient', words, { env, stdio: 'ignore' })
      const timer = setTimeout(() => child.kill('SIGKILL'), 15_000)
      child.once('exit', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  const raised = await timed(
    'dev_attacked is raised',
    120_000,
    async () => {
      await Promise.all(Array.from({ length: 6 }, (_, n) => guess(`guess-${n}`)))
      return (await alarms(ground, 'dev_attacked')).length > 0
    },
    200,
  )
  const [alarm] = await alarms(ground, 'dev_attacked')
  holds(`it says from where (${alarm?.text})`, alarm?.text.includes(ground.cable.address) === true)
  say(`wrong passwords over SSH: "${alarm?.text}" after ${seconds(raised)}`)
}

async function isRefusedByTheProvider(ground: Ground, _: Seen): Promise<void> {
  const began = performance.now()
  await ground.log.log('pppd', 'PAP authentication failed on ppp0')
  await until(
    'dev_pppoe_error is raised',
    60_000,
    async () => (await alarms(ground, 'dev_pppoe_error')).length > 0,
    200,
  )
  const [alarm] = await alarms(ground, 'dev_pppoe_error')
  ground.say(`a line of pppd: "${alarm?.text}" after ${seconds(performance.now() - began)}`)
}
