import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { hostname, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { createCable } from './kit/cable.ts'
import { type LinuxHost, makeHost, run } from './kit/hosts/linux-host.ts'
import { type Product, startProduct } from './kit/product.ts'
import { holds, same } from './kit/same.ts'
import type { Session } from './kit/session.ts'
import { pause, seconds, timed, until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

/** Seconds the cable is pulled; a longer cut may be asked for by hand. */
const CUT = Number(process.env['CUT_SECONDS'] ?? 15)
const BACK_MS = 30_000

interface Ground {
  readonly product: Product
  readonly session: Session
  readonly scene_id: number
  readonly say: (line: string) => void
}

/** A host as the console sees it. */
interface Seen {
  readonly id: number
  readonly sn: string
}

export const proof: Proof = {
  title: 'A Linux host is enrolled with the printed command, obeys, and survives',
  seconds: 300 + CUT,
  async run(say) {
    const cable = await createCable()
    const product = await startProduct(typeof cable === 'string' ? {} : { host: cable.address })
    const host = await makeHost()
    try {
      const session = await product.signIn()
      const { id: scene_id } = await session.ask<{ id: number }>('POST scene', { name: 'Edge' })
      const ground = { product, session, scene_id, say }
      const { command } = await printed(ground, 'Edge router')
      const seen = await enrols(ground, host, command)
      await tellsTheTruth(ground, seen)
      await obeys(ground, seen)
      await reboots(ground, seen)
      await upgrades(ground, host, seen)
      await refusesStrangers(ground, command)
      await survivesTheServer(ground, seen)
      await survivesItself(ground, host, seen)
      await isTakenInAgain(ground, host, seen)
      if (typeof cable === 'string') say(`network cut skipped: ${cable}`)
      else await survivesTheCable(ground, cable)
    } catch (error) {
      throw new Error(
        `${(error as Error).stack}\nhost: ${host.heard.slice(-1500)}\nserver: ${product.heard.slice(-1500)}`,
        { cause: error },
      )
    } finally {
      await host.close()
      await product.close()
      if (typeof cable !== 'string') await cable.remove()
    }
  },
}

const printed = async ({ session, scene_id }: Ground, name: string) =>
  session.ask<{ command: string; token: string }>('POST device/enrol/token', { scene_id, name })
const detail = async ({ session }: Ground, { id }: Seen) => session.ask('GET device/detail', { id })
const isOnline = async (ground: Ground, seen: Seen) => (await detail(ground, seen)).device.online === 1

/** The device answers a question itself; what the store says of it may be old. */
const answers = async (ground: Ground, seen: Seen) => (await cgi(ground, seen, 'system')).code === 0

async function cgi({ session }: Ground, { sn }: Seen, type: string, content: object = { limit: 500 }) {
  return session.ask('POST device/cgi', { sn, type, content: JSON.stringify(content) })
}

async function rowsOf(ground: Ground, seen: Seen, type: string, content?: object): Promise<Record<string, any>[]> {
  const { code, msg, data } = await cgi(ground, seen, type, content)
  holds(`${type} is answered (${msg})`, code === 0)
  return data.list
}

async function enrols({ session, scene_id, say }: Ground, host: LinuxHost, command: string): Promise<Seen> {
  const find = async () => (await session.ask('GET device/soft', { scene_id })).list[0]
  const began = performance.now()
  void host.paste(command)
  const device = await until('the host is online in its scene', BACK_MS, async () => {
    const row = await find()
    return row?.online === 1 && row
  })
  say(`printed command → online as a soft router in ${seconds(performance.now() - began)}`)
  same('the name wished for', device.name, 'Edge router')
  same('its serial number', device.sn, await host.serial)
  same('real, not simulated', device.simulated, 0)
  return device
}

interface Link {
  ifname: string
  address?: string
  mtu: number
  link_type: string
  addr_info: { family: string; local?: string; prefixlen: number }[]
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
const ipJson = async (...words: string[]) => JSON.parse((await run('ip', ['-j', ...words])).stdout)
const addressesOf = ({ addr_info }: Link, family: string) =>
  addr_info.filter((one) => one.family === family && one.local).map(({ local, prefixlen }) => `${local}/${prefixlen}`)
const octets = async (name: string, way: 'rx' | 'tx') =>
  Number(await readFile(`/sys/class/net/${name}/statistics/${way}_bytes`, 'utf8'))

async function tellsTheTruth(ground: Ground, seen: Seen): Promise<void> {
  const links: Link[] = await ipJson('addr')
  const before = new Map(
    await Promise.all(links.map(async ({ ifname }) => [ifname, await octets(ifname, 'rx')] as const)),
  )
  const interfaces = await rowsOf(ground, seen, 'interfaces')
  same(
    'device/cgi interfaces',
    interfaces.map(({ name, mac, mtu, ipv4, ipv6 }) => ({ name, mac, mtu, ipv4, ipv6 })).sort(byName),
    links
      .map((link) => ({
        name: link.ifname,
        mac: link.link_type === 'loopback' ? undefined : link.address,
        mtu: link.mtu,
        ipv4: addressesOf(link, 'inet').join(', '),
        ipv6: addressesOf(link, 'inet6').join(', '),
      }))
      .sort(byName),
  )
  for (const { name, rx_bytes } of interfaces) {
    const now = await octets(name, 'rx')
    holds(`${name} counts ${rx_bytes}`, rx_bytes >= (before.get(name) ?? 0) && rx_bytes <= now)
  }
  const { facts, device } = await until('the first report', BACK_MS, async () => {
    const found = await detail(ground, seen)
    return found.facts && found
  })
  same(
    'device/detail interfaces',
    facts.interfaces.map(({ name, mac, addresses }: any) => ({ name, mac, addresses })).sort(byName),
    links
      .filter(({ link_type }) => link_type !== 'loopback')
      .map((link) => ({
        name: link.ifname,
        mac: link.address,
        addresses: [...addressesOf(link, 'inet'), ...addressesOf(link, 'inet6')],
      }))
      .sort(byName),
  )
  same('memory', facts.memory.total, totalmem())
  holds('load and memory are shown', device.load > 0 && device.mem > 0)
  await tablesAreTrue(ground, seen)
  await pagesAndSorts(ground, seen, interfaces.length)
  ground.say(
    `${interfaces.length} interfaces, their addresses and counters as \`ip -j addr\` has them; all tables true`,
  )
}

async function tablesAreTrue(ground: Ground, seen: Seen): Promise<void> {
  const routes = await rowsOf(ground, seen, 'routes')
  const wanted = await ipJson('-4', 'route')
  same(
    'IPv4 routes',
    routes
      .filter(({ family }) => family === 'IPv4')
      .map(({ destination, gateway, device }) => [destination, gateway, device]),
    wanted.map(({ dst, gateway, dev }: any) => [dst, gateway, dev]),
  )
  // neighbours come and go by themselves
  await until('the same neighbours', BACK_MS, async () => {
    const [told, known] = await Promise.all([rowsOf(ground, seen, 'neighbours'), ipJson('neigh')])
    const place = ({ address, mac }: any) => `${address} ${mac ?? ''}`
    same(
      'neighbours',
      told.map(place).sort(),
      known.map(({ dst, lladdr }: any) => place({ address: dst, mac: lladdr })).sort(),
    )
    return true
  })
  const system = new Map((await rowsOf(ground, seen, 'system')).map(({ item, value }) => [item, value]))
  same(
    'system',
    [system.get('hostname'), system.get('kernel'), Number(system.get('memory_total'))],
    [hostname(), release(), totalmem()],
  )
  for (const type of ['services', 'log_tail']) {
    const { code, msg, data } = await cgi(ground, seen, type)
    // for a host without systemd or a log the reason is shown instead of an empty table, in the user's language
    if (code === 0) holds(`${type} has rows`, data.list.length > 0)
    else {
      const { msg: said } = await ground.session.ask('POST device/cgi', { sn: seen.sn, type, lang: 'cn' })
      holds(`${type}: a reason (${msg}, ${said})`, /systemd|log/.test(msg) && /systemd|日志/.test(said) && said !== msg)
      ground.say(`${type}: ${msg}`)
    }
  }
}

async function pagesAndSorts(ground: Ground, seen: Seen, total: number): Promise<void> {
  const names = async (content: object) => (await rowsOf(ground, seen, 'interfaces', content)).map(({ name }) => name)
  const up = await names({ limit: 500, orderby: 'name asc' })
  same('the other way round', await names({ limit: 500, orderby: 'name desc' }), up.toReversed())
  same('the second page of one', await names({ limit: 1, page: 2, orderby: 'name asc' }), up.slice(1, 2))
  const one = await cgi(ground, seen, 'interfaces', { limit: 1 })
  same('one row, all counted', [one.data.total, one.data.list.length], [total, 1])
  holds('a search', (await names({ search: '127.0.0.1/8' })).join() === 'lo')
  same('a question nobody knows', (await cgi(ground, seen, 'horoscope')).msg, 'Not support')
}

async function obeys(ground: Ground, seen: Seen): Promise<void> {
  await givesItsConfiguration(ground, seen)
  await opensAShell(ground, seen)
}

async function givesItsConfiguration({ session, product, say }: Ground, { id, sn }: Seen): Promise<void> {
  const began = performance.now()
  const done = await session.ask('POST device/command/backup', { ids: [id], wait: 60 })
  same('backup', done.results?.[0]?.result, 0)
  const took = performance.now() - began
  const { list } = await session.ask('GET device/backup/list', { device_id: id })
  same('one whole backup', [list.length, list[0].complete], [1, 1])
  const { name, bytes } = await session.file('GET device/backup/download', { id: list[0].id })
  same('as many bytes as told', bytes.length, list[0].bytes)
  holds(`a name that says whose it is (${name})`, name.includes(sn) && name.endsWith('.tar.gz'))
  const archive = join(product.data, 'backup.tar.gz')
  await writeFile(archive, bytes)
  const names = (await run('tar', ['-tzf', archive])).stdout.trim().split('\n')
  const unpack = async (file: string) => (await run('tar', ['-xzOf', archive, file])).stdout
  same('the hosts file', await unpack('etc/hosts'), await readFile('/etc/hosts', 'utf8'))
  holds('a manifest', JSON.parse(await unpack('belvedere/manifest.json')))
  say(`backup: ${names.length} files, ${bytes.length} bytes in ${seconds(took)}, a true tar.gz`)
}

async function opensAShell({ session, say }: Ground, { id }: Seen): Promise<void> {
  const opened = await session.ask('POST device/command/remote', { id, cols: 120, rows: 30 })
  const socket = session.socket(`/api/v1/device/remote/${opened.session}?ticket=${opened.ticket}`)
  socket.binaryType = 'arraybuffer'
  let shown = ''
  let closed: { exit?: number } | undefined
  socket.onmessage = ({ data }) => {
    if (typeof data === 'string') closed = JSON.parse(data)
    else shown += Buffer.from(data as ArrayBuffer).toString()
  }
  const type = (text: string) => socket.send(Buffer.from(text))
  await until('a prompt', BACK_MS, () => shown !== '')
  const began = performance.now()
  type('echo $((6*7))\n')
  await until('42', BACK_MS, () => /^42\r?$/m.test(shown), 5)
  const took = performance.now() - began
  type('stty size\n')
  await until('the size of the window', BACK_MS, () => shown.includes('30 120'))
  type('exit 7\n')
  await until('the end of the shell', BACK_MS, () => closed)
  same('its exit code', closed?.exit, 7)
  say(`remote shell: echo $((6*7)) → 42 after ${took.toFixed(0)} ms`)
}

/** Simulated: the agent disconnects and reconnects as after a boot. Without root it must answer that it cannot. */
async function reboots(ground: Ground, seen: Seen): Promise<void> {
  const { session, say } = ground
  const { since } = (await detail(ground, seen)).device
  const done = await session.confirmed('POST device/command/reboot', { ids: [seen.id], wait: 60 })
  const [{ result, msg }] = done.results
  if (process.getuid?.() !== 0) return holds(`an ordinary user cannot reboot (${msg})`, result === 1)
  same('reboot', result, 0)
  // it may be back before anybody looked
  await until('it goes', BACK_MS, async () => {
    const { device } = await detail(ground, seen)
    return device.online === 0 || device.since !== since
  })
  say(`reboot: back ${seconds(await timed('it comes back', BACK_MS, () => answers(ground, seen)))} after it went`)
}

/** The host is made to run an older agent: the shipped one with another version in it. */
async function upgrades(ground: Ground, host: LinuxHost, seen: Seen): Promise<void> {
  const { session, say } = ground
  const file = join(host.dir, 'agent.mjs')
  const shipped = await readFile(file, 'utf8')
  const version: string = (await detail(ground, seen)).device.firmware.split(' ').at(-1)
  await host.kill()
  await writeFile(file, shipped.replaceAll(version, '0.0.1+older'))
  host.start()
  const firmware = async () => (await detail(ground, seen)).device.firmware as string
  await until(
    'the older agent',
    BACK_MS,
    async () => (await firmware()).endsWith('0.0.1+older') && answers(ground, seen),
  )
  await refusesForgery(ground, seen, shipped)
  const began = performance.now()
  const done = await session.confirmed('POST device/command/upgrade', { ids: [seen.id], wait: 60 })
  same('upgrade', done.results?.[0]?.result, 0)
  await until('the shipped agent', 60_000, async () => (await firmware()).endsWith(version) && answers(ground, seen))
  await until('it took the place of the older one', BACK_MS, async () => (await readFile(file, 'utf8')) === shipped)
  await until('it stays', BACK_MS, () => answers(ground, seen))
  const again = await session.confirmed('POST device/command/upgrade', { ids: [seen.id], wait: 60 })
  same('the same version again', again.results?.[0]?.result, 0)
  say(`upgrade from an older agent to ${version} in ${seconds(performance.now() - began)}`)
}

/** The right file from the right server, without a signature. */
async function refusesForgery({ session, product }: Ground, { id }: Seen, content: string): Promise<void> {
  const uri = `${product.url.replace('http:', 'https:').replace(`:${product.port}`, `:${product.enrolPort}`)}/agent.mjs`
  const sha256 = createHash('sha256').update(content).digest('hex')
  const forged = { ids: [id], wait: 60, uri, sha256, signature: Buffer.alloc(64, 7).toString('base64') }
  const done = await session.confirmed('POST device/command/upgrade', forged)
  same('a forged package', done.results[0].result, 1)
  holds(`says why (${done.results[0].msg})`, /signature/.test(done.results[0].msg))
}

async function refusesStrangers(ground: Ground, used: string): Promise<void> {
  const { session, scene_id, say } = ground
  const { command, token } = await printed(ground, 'Late')
  const pin = /sha256\/\/([^']+)/.exec(command)?.[1] ?? ''
  const otherPin = `${pin[0] === 'A' ? 'B' : 'A'}${pin.slice(1)}`
  const before = (await session.ask('GET device/soft', { scene_id })).total
  await turnedAway('a pin of another server', command.replace(pin, otherPin), /pinned/)
  await turnedAway(
    'a token never issued',
    command.replace(token, `${token.slice(0, -4)}0000`),
    /unknown, used or expired/,
  )
  await turnedAway('a used token', used, /unknown, used or expired/)
  same('nobody new in the scene', (await session.ask('GET device/soft', { scene_id })).total, before)
  say('another pin, a wrong and a used token: all refused')
}

/** Pastes a command that must not enrol anybody. */
async function turnedAway(what: string, command: string, why: RegExp): Promise<void> {
  const host = await makeHost()
  try {
    await Promise.race([host.paste(command), pause(20_000)])
    holds(`${what} is told (${host.heard.slice(-300)})`, why.test(host.heard))
    const enrolled = await host.serial.catch(() => undefined)
    same(`${what} enrols nobody`, enrolled, undefined)
  } finally {
    await host.close()
  }
}

async function survivesTheServer(ground: Ground, seen: Seen): Promise<void> {
  const { product, say } = ground
  const { since } = (await detail(ground, seen)).device
  await product.end('SIGKILL')
  const began = performance.now()
  const ready = await product.start()
  let shownOffline = 0
  await until('the host answers again', BACK_MS, async () => {
    if (!(await isOnline(ground, seen))) shownOffline++
    return answers(ground, seen)
  })
  const took = performance.now() - began
  same('no false outage', [shownOffline, (await detail(ground, seen)).device.since], [0, since])
  say(`server kill -9: ready after ${seconds(ready)}, the host answers after ${seconds(took)}, no false outage`)
}

async function survivesItself(ground: Ground, host: LinuxHost, seen: Seen): Promise<void> {
  await host.kill()
  const gone = await timed('offline is shown', BACK_MS, async () => !(await isOnline(ground, seen)))
  same('an offline device says so', (await cgi(ground, seen, 'system')).msg, 'The device is offline')
  host.start()
  const back = await timed('the agent is back', BACK_MS, () => answers(ground, seen))
  ground.say(`agent kill -9: shown offline after ${seconds(gone)}, back ${seconds(back)} after its start`)
}

/** Released in the console, and connected again by the same means as the first time. */
async function isTakenInAgain(ground: Ground, host: LinuxHost, { id, sn }: Seen): Promise<void> {
  const { session, scene_id, say } = ground
  await host.kill()
  await session.confirmed('DELETE device', { ids: [id] })
  void host.paste((await printed(ground, 'Edge again')).command)
  const again: Seen = await until('the released host is back', BACK_MS, async () => {
    const { list } = await session.ask('GET device/soft', { scene_id, search: 'Edge again' })
    return list[0]?.online === 1 && list[0]
  })
  same('the same host', again.sn, sn)
  await until('it answers', BACK_MS, () => answers(ground, again))
  say('released, and enrolled again with another printed command')
}

async function survivesTheCable(
  ground: Ground,
  cable: { inside: readonly string[]; pull(): Promise<void>; plug(): Promise<void> },
): Promise<void> {
  const { session, scene_id, say } = ground
  const host = await makeHost(cable.inside)
  try {
    void host.paste((await printed(ground, 'Far host')).command)
    const seen: Seen = await until('the far host is online', BACK_MS, async () => {
      const { list } = await session.ask('GET device/soft', { scene_id, search: 'Far host' })
      return list[0]?.online === 1 && list[0]
    })
    await until('it answers', BACK_MS, () => answers(ground, seen))
    await cable.pull()
    const pulled = performance.now()
    let offlineAfter = 0
    while (performance.now() - pulled < CUT * 1000) {
      if (!offlineAfter && !(await isOnline(ground, seen))) offlineAfter = performance.now() - pulled
      await pause(200)
    }
    await cable.plug()
    const back = await timed('the far host answers again', 60_000, () => answers(ground, seen))
    holds('online is shown', await isOnline(ground, seen))
    const shown = offlineAfter ? `shown offline after ${seconds(offlineAfter)}` : 'never shown offline'
    say(`cable pulled for ${CUT} s: ${shown}, answers again ${seconds(back)} after it was plugged in`)
  } catch (error) {
    throw new Error(`${(error as Error).message}\nfar host: ${host.heard.slice(-1500)}`, { cause: error })
  } finally {
    await host.close()
  }
}
