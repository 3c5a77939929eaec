import { appOf, countApp } from './app-mix.ts'
import { type NetNode, stillAir, type ProviderLine } from './network.ts'
import { appetiteAt } from './presence.ts'
import type { FleetSite } from './site.ts'
import type { SimulatedTerminal } from './network.ts'

// Traffic of links besides the terminals' own octets: headers, retransmissions, broadcasts, the devices' own messages.
const overhead = 1.02
const ownTalk = 220
const probes = 90

/** One step of `seconds`: all demands, the limits of the lines, then every counter on the path, from leaves to root. */
export function runTraffic(site: FleetSite, now: number, seconds: number, hour: number): void {
  findReachable(site)
  const wan = activeWan(site.root)
  for (const terminal of site.terminals) demand(site, terminal, now, seconds, hour)
  const share = wanShare(site, wan, seconds)
  for (const node of site.nodes) startStep(node, seconds)
  for (const terminal of site.terminals) if (terminal.online && terminal.at?.reachable) carry(terminal, share)
  for (let i = site.nodes.length - 1; i >= 0; i--) passUp(site, site.nodes[i] as NetNode, seconds)
  throughWans(site.root, wan, seconds)
  for (const ap of site.aps) useAir(ap, seconds, site)
}

/** Determines, from the root down, which devices are reachable. */
export function findReachable(site: FleetSite): void {
  for (const node of site.nodes) {
    // a switch that is unreachable itself still connects the others
    const stuck = node.stranded && node.model.type !== 'switch'
    node.reachable = node.powered && node.booted && !stuck && isLinked(node)
  }
}

function isLinked({ parent, parentPort, uplink, closed }: NetNode): boolean {
  if (!parent) return true
  if (!parentPort || !uplink || closed.has(uplink.name) || parent.closed.has(parentPort.name)) return false
  return parent.reachable && parentPort.carrier && uplink.enabled
}

/** The first working line carries the traffic; the others are backups. */
export function activeWan(root: NetNode): ProviderLine | undefined {
  return root.reachable ? root.wans.find((wan) => !wan.cut && !wan.refused && !wan.unused) : undefined
}

function demand(site: FleetSite, terminal: SimulatedTerminal, now: number, seconds: number, hour: number): void {
  if (!terminal.online) return
  if (now >= terminal.demandUntil) newDemand(site, terminal, now, hour)
  const ssid = terminal.port ? undefined : terminal.at?.ssids[terminal.ssid]
  const air = terminal.rate
    ? (terminal.rate.bitrate * 1000 * 0.5) / Math.max(1, (terminal.at?.stations.size ?? 1) / 6)
    : 900_000_000
  const down = Math.min(terminal.demandDown, air, ssid?.egress ? ssid.egress * 1e6 : air)
  const up = Math.min(terminal.demandUp, air, ssid?.ingress ? ssid.ingress * 1e6 : air)
  terminal.stepDown = (down * seconds) / 8
  terminal.stepUp = (up * seconds) / 8
}

// Users are idle most of the time, and active at intervals.
function newDemand(site: FleetSite, terminal: SimulatedTerminal, now: number, hour: number): void {
  const { random } = site
  const { kind } = terminal
  const steady = kind.presence === 'always' && !kind.mobile
  const dice = random.next()
  const level = steady ? random.between(0.85, 1.15) : dice < 0.5 ? 0.03 : dice < 0.85 ? 0.7 : dice < 0.975 ? 3 : 9
  const hunger = level * random.between(0.6, 1.4) * appetiteAt(kind, hour)
  terminal.demandUntil = now + random.between(20, 90)
  terminal.demandDown = kind.down * hunger
  terminal.demandUp = kind.up * hunger * random.between(0.7, 1.3)
  terminal.app = appOf(terminal)
  if (level > 0.5) terminal.lastActive = now
  if (terminal.rate) terminal.wander(random)
}

/** Share of the total demand that the uplink can carry, 0 to 1. */
function wanShare(site: FleetSite, wan: ProviderLine | undefined, seconds: number): number {
  if (!wan) return 0.002
  let down = 0
  let up = 0
  for (const terminal of site.terminals) {
    if (!terminal.online) continue
    const outside = 1 - (terminal.kind.local ?? 0)
    down += terminal.stepDown * outside
    up += terminal.stepUp * outside
  }
  const room = (mbps: number, wanted: number) =>
    wanted > 0 ? (mbps * 125_000 * seconds * 0.97) / (wanted * overhead ** 2) : 1
  return Math.min(1, room(wan.down, down), room(wan.up, up))
}

function startStep(node: NetNode, seconds: number): void {
  const { fill } = node
  node.down = ownTalk * seconds
  node.up = ownTalk * seconds
  node.localDown = fill ? (fill.down * seconds) / 8 : 0
  node.localUp = fill ? (fill.up * seconds) / 8 : 0
  node.down += node.localDown
  node.up += node.localUp
}

function carry(terminal: SimulatedTerminal, share: number): void {
  const node = terminal.at as NetNode
  const local = terminal.kind.local ?? 0
  const localDown = terminal.stepDown * local
  const localUp = terminal.stepUp * local
  const down = (terminal.stepDown - localDown) * share + localDown
  const up = (terminal.stepUp - localUp) * share + localUp
  countApp(node, terminal.app, down - localDown, up - localUp)
  terminal.stepDown = down
  terminal.stepUp = up
  terminal.rx += up
  terminal.tx += down
  node.localDown += localDown
  node.localUp += localUp
  node.down += down
  node.up += up
  if (terminal.port) terminal.port.counters.add(up * overhead, down * overhead)
  else node.ssids[terminal.ssid]?.counters[terminal.radio]?.add(up, down)
}

function passUp(site: FleetSite, node: NetNode, seconds: number): void {
  if (node === site.core) endLocal(node)
  smoothLoad(node, seconds)
  const { parent, uplink, parentPort } = node
  if (!parent || !uplink || !parentPort || !node.reachable) return
  const down = node.down * overhead
  const up = node.up * overhead
  uplink.counters.add(down, up)
  parentPort.counters.add(up, down)
  parent.down += down
  parent.up += up
  parent.localDown += node.localDown
  parent.localUp += node.localUp
}

function endLocal(core: NetNode): void {
  core.serverPort?.counters.add(core.localDown * overhead, core.localUp * overhead)
  core.down = Math.max(0, core.down - core.localDown)
  core.up = Math.max(0, core.up - core.localUp)
  core.localDown = core.localUp = 0
}

function smoothLoad(node: NetNode, seconds: number): void {
  const now = node.reachable ? ((node.down + node.up) * 8) / seconds / 1e6 : 0
  const approach = (last: number, span: number) => last + (now - last) * (1 - Math.exp(-seconds / span))
  node.load = approach(node.load, 45)
  node.load5 = approach(node.load5, 300)
  node.load15 = approach(node.load15, 900)
}

function throughWans(root: NetNode, active: ProviderLine | undefined, seconds: number): void {
  if (!root.reachable) return
  for (const wan of root.wans) {
    if (wan.cut || wan.unused) continue
    if (wan !== active) {
      wan.port.counters.add(probes * seconds, probes * seconds)
      continue
    }
    const full = (mbps: number, share: number) => mbps * 125_000 * seconds * share
    const fill = wan.fill ?? 0
    wan.port.counters.add(Math.max(root.down, full(wan.down, fill)), Math.max(root.up, full(wan.up, fill)))
  }
}

// Air time is used by the terminals at their rates, neighbours and beacons; the channel is never idle and never above its
// capacity.
function useAir(ap: NetNode, seconds: number, site: FleetSite): void {
  const milliseconds = seconds * 1000
  ap.radios.forEach((radio, i) => {
    let receiving = 0
    let sending = 0
    for (const terminal of ap.stations) {
      if (terminal.radio !== i || !terminal.rate) continue
      receiving += (terminal.stepUp * 8) / (terminal.rate.bitrate * 0.62)
      sending += (terminal.stepDown * 8) / (terminal.rate.bitrate * 0.62)
    }
    const around = (radio.band === '2G' ? 0.16 : radio.band === '5G' ? 0.05 : 0.02) + (radio.jammed ? 0.7 : 0)
    const busy = Math.min(0.97, around * site.random.between(0.8, 1.2) + (receiving + sending) / milliseconds)
    radio.busy = busy
    radio.receiving = Math.min(0.45, receiving / milliseconds)
    radio.sending = Math.min(0.45, sending / milliseconds)
    if (radio.air.channel !== radio.channel) radio.air = stillAir(radio.channel)
    radio.air.time += milliseconds
    radio.air.busy += busy * milliseconds
    radio.air.receiving += radio.receiving * milliseconds
    radio.air.sending += radio.sending * milliseconds
  })
}
