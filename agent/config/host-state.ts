import { reasonOf } from '../refusal.ts'
import { print } from '../print.ts'
import { type HostNames, putHostName, putResolver, putZone, readNames, withServers } from './host-names.ts'
import { type LinkState, putLink, readLinkStates } from './link-state.ts'
import { configParts } from './parts.ts'
import { inSubnet, type DesiredSettings, type DesiredAddress } from './read-document.ts'

/** What a configuration can change of a host. */
export interface HostState {
  names: HostNames
  links: Record<string, LinkState>
  /** By kind. Absent: an agent without parts wrote it. */
  parts?: Record<string, unknown>
}

/** What a document speaks of. */
export interface TouchedState {
  devices: readonly string[]
  kinds: readonly string[]
}

export async function readHostState(): Promise<HostState> {
  const parts = Object.entries(configParts).map(async ([kind, part]) => [kind, await part.state()] as const)
  return { names: readNames(), links: await readLinkStates(), parts: Object.fromEntries(await Promise.all(parts)) }
}

/** Only what is touched. */
export function only({ names, links, parts = {} }: HostState, { devices, kinds }: TouchedState): HostState {
  const among = <T>(all: Record<string, T>, wanted: readonly string[]) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => wanted.includes(name)))
  return { names, links: among(links, devices), parts: among(parts, kinds) }
}

/** What another boot has not taken away. */
export function lasting({ names, parts = {} }: HostState): HostState {
  const kept = Object.entries(parts).filter(([kind]) => configParts[kind]?.lasting)
  return { names, links: {}, parts: Object.fromEntries(kept) }
}

/**
 * How the host shall be. Interfaces nobody speaks of are not in it; `beside` is what of each kind is its own, `former` what was wanted
 * until now.
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
    // somebody else's client does it already
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

/** A document has one address for an interface: it takes the place of the one that was told. Others are the host's own. */
function addressesWith(cidr: string, { addresses }: LinkState, former: string | undefined): LinkState['addresses'] {
  const fixed = addresses.filter(({ dynamic }) => dynamic === undefined)
  if (fixed.some((address) => address.cidr === cidr)) return fixed
  const reported = fixed.find((address) => address.cidr === former) ?? fixed.find(({ scope }) => scope === 'global')
  return [{ cidr, scope: 'global' }, ...fixed.filter((address) => address !== reported)]
}

/** A route of the host's own whose next hop is still there; the one to the rest of the world when no other is wanted. */
function staysTrue(route: string, cidr: string, gateway: string | undefined): boolean {
  const via = / via (\S+)/.exec(route)?.[1]
  const mine = gateway === undefined || !route.startsWith('default')
  return mine && (via === undefined || inSubnet(via, cidr))
}

/** The default route as it was when it leads the same way, else a new one of the same rank. */
function defaultOf(routes: readonly string[], gateway: string | undefined): string[] {
  if (gateway === undefined) return []
  const old = routes.filter((route) => route.startsWith('default'))
  const kept = old.find((route) => / via (\S+)/.exec(route)?.[1] === gateway && !/ proto dhcp\b/.test(route))
  const metric = / metric (\d+)/.exec(old[0] ?? '')?.[1]
  return [kept ?? `default via ${gateway}${metric ? ` metric ${metric}` : ''}`]
}

/** Makes the host so. Throws a Refusal at the first step that fails; what was done until then stays done. */
export async function putHost(target: HostState): Promise<void> {
  for (const step of await stepsTo(target)) await step()
}

/** Brings the host back as far as it can be brought; what does not succeed is told and passed over. */
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
