import { reasonOf } from '../refusal.ts'
import { print } from '../print.ts'
import { type HostNames, putHostName, putResolver, putZone, readNames, withServers } from './host-names.ts'
import { type LinkState, putLink, readLinkStates } from './link-state.ts'
import { configParts } from './parts.ts'
import { inSubnet, type DesiredSettings, type DesiredAddress } from './read-document.ts'

/** The state of a host that a configuration can change. */
export interface HostState {
  names: HostNames
  links: Record<string, LinkState>
  /** By kind. Absent: written by an agent without parts. */
  parts?: Record<string, unknown>
}

/** The settings of a document. */
export interface TouchedState {
  devices: readonly string[]
  kinds: readonly string[]
}

export async function readHostState(): Promise<HostState> {
  const parts = Object.entries(configParts).map(async ([kind, part]) => [kind, await part.state()] as const)
  return { names: readNames(), links: await readLinkStates(), parts: Object.fromEntries(await Promise.all(parts)) }
}

/** Only the interfaces and kinds that are changed. */
export function only({ names, links, parts = {} }: HostState, { devices, kinds }: TouchedState): HostState {
  const among = <T>(all: Record<string, T>, wanted: readonly string[]) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => wanted.includes(name)))
  return { names, links: among(links, devices), parts: among(parts, kinds) }
}

/** The part of a state that survives another boot. */
export function lasting({ names, parts = {} }: HostState): HostState {
  const kept = Object.entries(parts).filter(([kind]) => configParts[kind]?.lasting)
  return { names, links: {}, parts: Object.fromEntries(kept) }
}

/**
 * The target state of the host. Interfaces that the document does not mention are left out; `beside` are the host's own settings
 * of each kind, `former` the settings desired until now.
 */
export function targetOf(
  { hostname, timezone, links, dns, parts }: DesiredSettings,
  now: HostState,
  beside: Readonly<Record<string, unknown>> = {},
  former?: DesiredSettings,
): HostState {
  const { resolver } = now.names
  return {
    names: {
      hostname: hostname ?? now.names.hostname,
      ...((timezone ?? now.names.timezone) ? { timezone: timezone ?? now.names.timezone } : {}),
      ...(dns ? { resolver: withServers(resolver ?? '', dns) } : {}),
    },
    links: Object.fromEntries(
      [...links].map(([device, address]) => [
        device,
        linkOf(address, now.links[device] as LinkState, former?.links.get(device)),
      ]),
    ),
    parts: Object.fromEntries(
      Object.entries(parts).map(([kind, value]) => [
        kind,
        configParts[kind]?.target(value, now.parts?.[kind], beside[kind]),
      ]),
    ),
  }
}

function linkOf(wanted: DesiredAddress, now: LinkState, former: DesiredAddress | undefined): LinkState {
  if (wanted.how === 'none') return { ...now, addresses: [], routes: [], leased: false }
  if (wanted.how === 'dynamic') {
    // another DHCP client manages it already
    const given = now.addresses.some(({ dynamic }) => dynamic !== undefined)
    return given ? now : { enabled: true, addresses: [], routes: [], leased: true }
  }
  const { cidr, gateway } = wanted
  return {
    enabled: true,
    leased: false,
    addresses: addressesWith(cidr, now, former?.how === 'static' ? former.cidr : undefined),
    routes: now.routes.filter((route) => staysTrue(route, cidr, gateway)).concat(defaultOf(now.routes, gateway)),
  }
}

/** A document has one address for an interface: it replaces the one that was reported. Others are the host's own. */
function addressesWith(cidr: string, { addresses }: LinkState, former: string | undefined): LinkState['addresses'] {
  const fixed = addresses.filter(({ dynamic }) => dynamic === undefined)
  if (fixed.some((address) => address.cidr === cidr)) return fixed
  const reported = fixed.find((address) => address.cidr === former) ?? fixed.find(({ scope }) => scope === 'global')
  return [{ cidr, scope: 'global' }, ...fixed.filter((address) => address !== reported)]
}

/** The host's own routes whose next hop is still reachable; the default route only when no other is desired. */
function staysTrue(route: string, cidr: string, gateway: string | undefined): boolean {
  const via = / via (\S+)/.exec(route)?.[1]
  const mine = gateway === undefined || !route.startsWith('default')
  return mine && (via === undefined || inSubnet(via, cidr))
}

/** The previous default route when it has the same next hop, else a new one with the same metric. */
function defaultOf(routes: readonly string[], gateway: string | undefined): string[] {
  if (gateway === undefined) return []
  const old = routes.filter((route) => route.startsWith('default'))
  const kept = old.find((route) => / via (\S+)/.exec(route)?.[1] === gateway && !/ proto dhcp\b/.test(route))
  const metric = / metric (\d+)/.exec(old[0] ?? '')?.[1]
  return [kept ?? `default via ${gateway}${metric ? ` metric ${metric}` : ''}`]
}

/** Changes the host to this state. Throws a Refusal at the first step that fails; earlier steps stay applied. */
export async function putHost(target: HostState): Promise<void> {
  for (const step of await stepsTo(target)) await step()
}

/** Restores the host as far as possible; steps that fail are logged and skipped. */
export async function putBack(former: HostState): Promise<void> {
  for (const step of await stepsTo(former)) await step().catch((error) => print(reasonOf(error).words))
}

async function stepsTo({ links, names, parts = {} }: HostState): Promise<(() => Promise<void>)[]> {
  const now = await readLinkStates()
  const changes = Object.entries(links).flatMap(([device, link]) => {
    const own = now[device]
    return own ? [() => putLink(device, link, own)] : []
  })
  const rest = Object.entries(parts).flatMap(([kind, state]) => {
    const part = configParts[kind]
    return part ? [() => part.put(state)] : []
  })
  return [...changes, ...rest, () => putHostName(names), () => putZone(names), () => putResolver(names)]
}
