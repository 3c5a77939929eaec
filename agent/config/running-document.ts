import { readInterfaces, type RoledLink } from '../facts/snapshot.ts'
import { nameServersOf } from '../facts/resolver.ts'
import { isObject, type LooseJson, objects, texts } from '../loose.ts'
import type { HostState } from './host-state.ts'
import type { LinkState } from './link-state.ts'
import { configParts } from './parts.ts'

const mostTold = 32

/** The document of an unconfigured host: its names and every interface that has an address or could get one. */
export async function builtDocument(state: HostState): Promise<LooseJson> {
  const { hostname, timezone } = state.names
  const links = (await readInterfaces()).filter(isWorthTelling).slice(0, mostTold)
  return {
    unit: { name: hostname, hostname, ...(timezone ? { timezone } : {}) },
    interfaces: links.map(({ name, role }) => ({
      name,
      role: role === 'wan' ? 'upstream' : 'downstream',
      ethernet: [{ 'select-ports': [name] }],
      ipv4: trueAddress({ 'use-dns': role === 'wan' ? [] : undefined }, state, state.links[name]),
    })),
    ...toldParts(state),
  }
}

const isWorthTelling = ({ role, kind, physical, addresses }: RoledLink) =>
  kind !== 'loopback' &&
  (role === 'wan' || physical || addresses.some(({ family, scope }) => family === 4 && scope === 'global'))

/** Members that have a part: those in the document; without a document those of which the host has values. */
function toldParts({ parts = {} }: HostState, config?: LooseJson, beside: LooseJson = {}): LooseJson {
  const members = Object.entries(configParts).flatMap(([kind, { member, tell }]) => {
    const has = kind in parts && (!config || config[member] !== undefined)
    const reported = has ? tell(parts[kind], config?.[member], beside[kind]) : undefined
    return reported === undefined ? [] : [[member, reported] as const]
  })
  return Object.fromEntries(members)
}

/** The configured document with the present values of the kernel in its members. `beside`: the host's own settings. */
export function trueDocument(config: LooseJson, state: HostState, beside?: LooseJson): LooseJson {
  const { unit, interfaces } = config
  return {
    ...config,
    ...(isObject(unit) ? { unit: trueUnit(unit, state) } : {}),
    ...(Array.isArray(interfaces) ? { interfaces: objects(interfaces).map((one) => trueInterface(one, state)) } : {}),
    ...toldParts(state, config, beside),
  }
}

function trueUnit(unit: LooseJson, { names }: HostState): LooseJson {
  return {
    ...unit,
    ...(unit.hostname === undefined ? {} : { hostname: names.hostname }),
    ...(unit.timezone === undefined ? {} : { timezone: names.timezone }),
  }
}

function trueInterface(one: LooseJson, state: HostState): LooseJson {
  const [device = String(one.name)] = objects(one.ethernet).flatMap((entry) => texts(entry['select-ports']))
  const link = state.links[device]
  return link && isObject(one.ipv4) ? { ...one, ipv4: trueAddress(one.ipv4, state, link) } : one
}

function trueAddress(given: LooseJson, { names }: HostState, link: LinkState | undefined): LooseJson {
  const dns = given['use-dns'] === undefined ? {} : { 'use-dns': nameServersOf(names.resolver ?? '') }
  const global = link?.addresses.filter(({ scope }) => scope === 'global') ?? []
  if (!link || global.length === 0) return { addressing: link?.leased ? 'dynamic' : 'none', ...dns }
  if (link.leased || global[0]?.dynamic !== undefined) return { addressing: 'dynamic', ...dns }
  const reported = global.find(({ cidr }) => cidr === given.subnet) ?? global[0]
  // a gateway outside the document is left to the host, and not reported either
  const silent = given.addressing === 'static' && given.gateway === undefined
  const gateway = link.routes.map((route) => /^default via (\S+)/.exec(route)?.[1]).find((via) => via !== undefined)
  return { addressing: 'static', subnet: reported?.cidr, ...(gateway && !silent ? { gateway } : {}), ...dns }
}
