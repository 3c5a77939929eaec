import type { RadioBand } from './catalogue.ts'
import type { NetNode } from './network.ts'
import { presenceAt } from './presence.ts'
import type { FleetSite } from './site.ts'
import type { SimulatedTerminal } from './network.ts'

/** Callbacks for associations. */
export interface Coming {
  joined?(node: NetNode, terminal: SimulatedTerminal): void
  left?(node: NetNode, terminal: SimulatedTerminal): void
}

/** Minutes between two decisions of a terminal: shortest and longest. */
const pause: Readonly<Record<SimulatedTerminal['kind']['presence'], readonly [number, number]>> = {
  guest: [3, 18],
  worker: [4, 25],
  visitor: [2, 10],
  always: [60, 400],
}

/** Runs the due decisions of terminals: connect, stay, roam or disconnect. */
export function moveTerminals(site: FleetSite, now: number, hour: number, coming: Coming): void {
  for (const terminal of site.terminals) if (now >= terminal.decideAt) decide(site, terminal, now, hour, coming)
}

function decide(site: FleetSite, terminal: SimulatedTerminal, now: number, hour: number, coming: Coming): void {
  const { random, plan } = site
  const [low, high] = pause[terminal.kind.presence]
  terminal.decideAt = now + random.between(low, high) * 60
  // decisions are rare, so that terminals stay instead of flickering
  if (random.chance(0.25) || terminal.since === 0) terminal.mood = random.next()
  const here = terminal.pinned || terminal.mood < presenceAt(terminal.kind.presence, plan.kind, hour)
  const wanted = here && now >= terminal.bannedUntil
  if (terminal.port) terminal.online = wired(terminal, wanted, now)
  else if (!wanted) depart(terminal, coming)
  else if (!terminal.online || (terminal.kind.mobile && random.chance(0.4))) settle(site, terminal, now, coming)
}

function wired(terminal: SimulatedTerminal, wanted: boolean, now: number): boolean {
  const node = terminal.at as NetNode
  const powered = node.powered && node.booted && (terminal.port?.enabled ?? false)
  if (wanted && powered && !terminal.online) {
    terminal.since = now
    terminal.leasedAt = now
  }
  return wanted && powered
}

/** Disconnects a terminal from its radio. */
export function depart(terminal: SimulatedTerminal, coming: Coming): void {
  if (terminal.at && terminal.online) coming.left?.(terminal.at, terminal)
  terminal.leave()
}

/** Associates with an access point near home, or tries again soon when none is available. */
function settle(site: FleetSite, terminal: SimulatedTerminal, now: number, coming: Coming): void {
  const node = choose(site, terminal)
  const place = node && radioFor(site, node, terminal)
  if (!node || !place) {
    depart(terminal, coming)
    terminal.decideAt = now + site.random.between(15, 60)
    return
  }
  const { radio, ssid } = place
  if (terminal.at === node && terminal.radio === radio && terminal.ssid === ssid && terminal.online) return
  depart(terminal, coming)
  terminal.associate(node, radio, ssid, site.random.next() * (node.radios[radio]?.band === '2G' ? 1 : 0.8), now)
  coming.joined?.(node, terminal)
}

function choose(site: FleetSite, { home, kind }: SimulatedTerminal): NetNode | undefined {
  const { aps, random } = site
  for (let attempt = 0; attempt < 4; attempt++) {
    const reach = attempt === 0 && !kind.mobile ? 0 : attempt + 1
    const node = aps[random.whole(Math.max(0, home - reach), Math.min(aps.length - 1, home + reach))]
    if (node && serves(node)) return node
  }
  return undefined
}

const serves = (node: NetNode) =>
  node.powered && node.booted && node.ssids.length > 0 && node.radios.some((radio) => radio.enabled)

// Sensors support 2.4 GHz only; others prefer the higher bands and fall back where the network is not available there.
function radioFor(
  site: FleetSite,
  node: NetNode,
  { kind, mac }: SimulatedTerminal,
): { radio: number; ssid: number } | undefined {
  const { random } = site
  const simple = kind.presence === 'always' && kind.streams === 1
  const wish: RadioBand[] = simple
    ? ['2G']
    : kind.sixGhz && random.chance(0.8)
      ? ['6G', '5G', '2G']
      : random.chance(0.85)
        ? ['5G', '2G']
        : ['2G', '5G']
  // staff and sensors use the second network where there is one
  const first = kind.presence === 'worker' || simple ? node.ssids.length - 1 : 0
  for (const band of wish) {
    const radio = node.radios.findIndex((entry) => entry.band === band && entry.enabled)
    if (radio < 0) continue
    const ssid = allowed(node, first, band, mac) ?? allowed(node, 0, band, mac)
    if (ssid !== undefined) return { radio, ssid }
  }
  return undefined
}

function allowed(node: NetNode, ssid: number, band: RadioBand, mac: string): number | undefined {
  const entry = node.ssids[ssid]
  return entry?.bands.includes(band) && !entry.denied.includes(mac) ? ssid : undefined
}

/** All terminals of a device that went down choose another access point within seconds. */
export function scatter(site: FleetSite, node: NetNode, now: number): void {
  // deleting from a set during its iteration is safe
  for (const terminal of node.stations) {
    terminal.leave()
    terminal.decideAt = now + site.random.between(3, 15)
  }
  for (const terminal of node.wired) {
    terminal.online = false
    terminal.decideAt = now + site.random.between(3, 15)
  }
}
