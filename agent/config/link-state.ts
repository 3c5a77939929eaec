import { number, objects, text, texts } from '../loose.ts'
import { runJson, runTool } from '../host/run-tool.ts'
import { isLeased, lease, unlease } from './dhcp-client.ts'
import { demand } from './host-names.ts'

interface LinkAddress {
  cidr: string
  broadcast?: string
  scope: string
  /** Assigned by DHCP, with this number of seconds left. */
  dynamic?: number
}

/** IPv4 settings of one interface, complete enough to restore them. */
export interface LinkState {
  enabled: boolean
  addresses: LinkAddress[]
  /** In the syntax of `ip route`, without the device; without routes that the kernel adds by itself. */
  routes: string[]
  /** Our DHCP client manages it. */
  leased: boolean
}

const mostLinks = 256
const mostAddresses = 64
const mostRoutes = 256
const mostWaiting = 8

/** Every interface but the loopback, by name. Throws a Refusal when the tool fails. */
export async function readLinkStates(): Promise<Record<string, LinkState>> {
  const entries = objects(await runJson('ip', ['-j', '-4', 'addr', 'show']))
  // `-4` omits interfaces without an address
  const links = objects(await runJson('ip', ['-j', 'link', 'show'])).slice(0, mostLinks)
  const routes = await readRoutes()
  const states: Record<string, LinkState> = {}
  for (const link of links) {
    const name = text(link.ifname, 32)
    if (!name || name === 'lo') continue
    const own = entries.find(({ ifname }) => ifname === name)
    states[name] = {
      enabled: texts(link.flags).includes('UP'),
      addresses: objects(own?.addr_info).slice(0, mostAddresses).flatMap(addressOf),
      routes: (routes.get(name) ?? []).slice(0, mostRoutes),
      leased: isLeased(name),
    }
  }
  return states
}

function addressOf(info: Record<string, unknown>): LinkAddress[] {
  const local = text(info.local, 15)
  const prefix = number(info.prefixlen)
  if (info.family !== 'inet' || !local || prefix === undefined) return []
  const broadcast = text(info.broadcast, 15)
  const valid = number(info.valid_life_time)
  return [
    {
      cidr: `${local}/${prefix}`,
      scope: text(info.scope, 16) ?? 'global',
      ...(broadcast ? { broadcast } : {}),
      ...(info.dynamic === true ? { dynamic: valid ?? 3600 } : {}),
    },
  ]
}

async function readRoutes(): Promise<Map<string, string[]>> {
  const ran = await runTool('ip', ['-4', 'route', 'show', 'table', 'main'])
  demand(ran, 'ip route')
  const routes = new Map<string, string[]>()
  for (const line of ran.out.split('\n')) {
    const device = / dev (\S+)/.exec(line)?.[1]
    if (!device || / proto kernel\b/.test(line)) continue
    const words = line.replace(/ dev \S+/, '').replace(/ (linkdown|dead|offload|pervasive)\b/g, '')
    routes.set(device, [...(routes.get(device) ?? []), words.trim()])
  }
  return routes
}

const same = (a: LinkAddress, b: LinkAddress) =>
  a.cidr === b.cidr && a.scope === b.scope && (a.dynamic === undefined) === (b.dynamic === undefined)

/** Changes one interface from the present to the target state. New settings are added before old ones are removed. */
export async function putLink(device: string, target: LinkState, now: LinkState): Promise<void> {
  if (now.leased && !target.leased) unlease(device)
  if (target.leased && !now.leased) {
    await ip('link', 'set', 'dev', device, 'up')
    await removeAddresses(device, now.addresses)
    return lease(device)
  }
  if (target.leased) return
  const fresh = target.addresses.filter((address) => !now.addresses.some((one) => same(one, address)))
  const gone = now.addresses.filter(({ cidr }) => !target.addresses.some((one) => one.cidr === cidr))
  for (const address of fresh) await addAddress(device, address)
  await removeAddresses(device, gone)
  // the kernel may have removed some of these together with others
  if (gone.length > 0) for (const address of target.addresses) await addAddress(device, address)
  if (target.enabled !== now.enabled) await ip('link', 'set', 'dev', device, target.enabled ? 'up' : 'down')
  if (target.enabled) await putRoutes(device, target.routes)
}

/** When the first address of a network is removed, the kernel removes the others too, so it is removed last. */
async function removeAddresses(device: string, addresses: readonly LinkAddress[]): Promise<void> {
  for (const { cidr } of [...addresses].reverse()) await ip('addr', 'del', cidr, 'dev', device)
}

async function addAddress(device: string, { cidr, broadcast, scope, dynamic }: LinkAddress): Promise<void> {
  const life = dynamic === undefined ? [] : ['valid_lft', String(dynamic), 'preferred_lft', String(dynamic)]
  const all = broadcast ? ['broadcast', broadcast] : []
  await ip('addr', 'replace', cidr, ...all, 'scope', scope, 'dev', device, ...life)
}

async function putRoutes(device: string, target: readonly string[]): Promise<void> {
  const now = (await readRoutes()).get(device) ?? []
  for (const route of now) if (!target.includes(route)) await ip('route', 'del', ...route.split(/\s+/), 'dev', device)
  // a route through another one needs that one first
  let waiting = target.filter((route) => !now.includes(route))
  for (let round = 0; waiting.length > 0; round++) {
    const late: string[] = []
    for (const route of waiting) {
      const ran = await runTool('ip', ['-4', 'route', 'replace', ...route.split(/\s+/), 'dev', device])
      if (!ran.ok) late.push(route)
      if (!ran.ok && round >= mostWaiting) demand(ran, 'ip route')
    }
    if (late.length === waiting.length) round = mostWaiting
    waiting = late
  }
}

async function ip(...words: string[]): Promise<void> {
  demand(await runTool('ip', ['-4', ...words]), 'ip')
}
