import { hash32, SeededRandom } from '../random.ts'
import { catalogue, type DeviceModel, type DeviceType } from './catalogue.ts'
import { addressIn, NetNode, type HousingPort, subnetOf } from './network.ts'
import { newTerminal } from './population.ts'
import { type NodePlan, type SitePlan } from './site-plan.ts'
import type { SimulatedTerminal } from './network.ts'

/** Assigns the identifiers that must be unique in a fleet. */
export interface Numbers {
  /** Part of every identity, so that two scenarios never share a serial number. */
  readonly seed: number
  device: number
  terminal: number
}

// Every identity is locally administered: no vendor's block is used for fictional products.
const firstByte: Readonly<Record<DeviceType, string>> = {
  ap: '02',
  switch: '82',
  router: '92',
  firewall: 'a2',
  linux: 'b2',
}

/** The next identity of that type. */
export function serialOf(type: DeviceType, numbers: Numbers): string {
  const family = (hash32(type, numbers.seed) & 0xffffff).toString(16).padStart(6, '0')
  return firstByte[type] + family + (numbers.device++ & 0xffff).toString(16).padStart(4, '0')
}

/** A site built from its plan: the tree, the terminals, the DHCP servers. `SiteClock` adds time. */
export class FleetSite {
  readonly plan: SitePlan
  readonly random: SeededRandom
  /** Parents before children. */
  readonly nodes: NetNode[] = []
  readonly aps: NetNode[] = []
  readonly terminals: SimulatedTerminal[] = []
  /** Where local traffic ends. */
  readonly core: NetNode

  constructor(plan: SitePlan, numbers: Numbers) {
    this.plan = plan
    this.random = new SeededRandom(hash32(plan.name.en, numbers.seed + plan.scene))
    this.#grow(plan.root, undefined, numbers)
    this.core = this.nodes.find(({ model }) => model.type === 'switch') ?? this.root
    if (plan.server) this.core.serverPort = this.core.freePort()
    this.#number()
    this.#populate(numbers)
  }

  get root(): NetNode {
    return this.nodes[0] as NetNode
  }

  #grow(plan: NodePlan, parent: NetNode | undefined, numbers: Numbers): void {
    const model: DeviceModel = catalogue[plan.model]
    const node = new NetNode(serialOf(model.type, numbers), model, plan.name, plan.hostname)
    this.nodes.push(node)
    if (parent) connect(node, parent)
    else this.#addWans(node)
    if (model.type === 'ap') this.#makeAccessPoint(node)
    if (plan.subnet) node.subnet = subnetOf(plan.subnet)
    for (const child of plan.children ?? []) this.#grow(child, node, numbers)
  }

  #addWans(root: NetNode): void {
    this.plan.wans.forEach((wan, i) => {
      const port = root.ports.get(root.model.wan[i] ?? '') as HousingPort
      const [address = '', prefix] = wan.address.split('/')
      root.wans.push({ ...wan, port, address, prefix: Number(prefix), cut: false, refused: false, since: 0 })
    })
  }

  #makeAccessPoint(node: NetNode): void {
    this.aps.push(node)
    node.addRadios(this.random)
    node.setSsids(this.plan.ssids)
  }

  // The network belongs to the last gateway before the first switch: in a hotel that is the router behind the firewall.
  #number(): void {
    const inner = this.core.model.type === 'switch' ? (this.core.parent?.gateway ?? this.root) : this.root
    const owner = inner.isGateway ? lowestGateway(this.core) : this.root
    owner.subnet ??= subnetOf(this.plan.subnet)
    this.root.subnet ??= subnetOf('192.168.250.0/24')
    const next = new Map<NetNode, number>()
    for (const node of this.nodes.slice(1)) {
      const above = (node.parent as NetNode).gateway
      const host = next.get(above) ?? 2
      next.set(above, host + 1)
      node.address = addressIn(above.subnet as { base: number; prefix: number }, host)
    }
  }

  #populate(numbers: Numbers): void {
    const { kind, terminalsPerAp } = this.plan
    const hosts = new Map<NetNode, number>()
    const nextHost = (gateway: NetNode) => {
      const host = hosts.get(gateway) ?? Math.max(50, this.nodes.length + 10)
      hosts.set(gateway, host + 1)
      return host
    }
    this.aps.forEach((ap, home) => {
      for (let i = 0; i < terminalsPerAp; i++) {
        this.terminals.push(newTerminal(kind, 'air', this.random, numbers.terminal++, nextHost(ap.gateway), home))
      }
    })
    for (const [node, count] of wiredCounts(this.plan.root, this.nodes)) {
      for (let i = 0; i < count; i++) {
        const port = node.isGateway ? sharedPort(node) : node.freePort()
        if (!port) break
        const terminal = newTerminal(
          kind,
          node.isGateway ? 'lab' : 'cable',
          this.random,
          numbers.terminal++,
          nextHost(node.gateway),
          0,
        )
        terminal.plugIn(node, port)
        this.terminals.push(terminal)
      }
    }
  }
}

// A gateway has few ports: its terminals are connected by a small unmanaged switch.
function sharedPort(node: NetNode): HousingPort | undefined {
  const port = [...node.ports.values()].find(({ shared }) => shared) ?? node.freePort()
  if (port) port.shared = true
  return port
}

function lowestGateway(node: NetNode): NetNode {
  return node.isGateway || !node.parent ? node : lowestGateway(node.parent)
}

// Access points need a PoE port, all others use one of the fast ports.
function connect(node: NetNode, parent: NetNode): void {
  const powered = node.model.type === 'ap'
  const ports = [...parent.model.lan]
  const fast = ports.slice(ports.length - (parent.model.fastPorts ?? 0))
  const free = (port: HousingPort) => (powered ? true : fast.length === 0 || fast.includes(port.name))
  const port = parent.freePort(free) ?? parent.freePort()
  if (!port) throw new Error(`no free port at ${parent.hostname} for ${node.hostname}`)
  node.plugInto(parent, port, uplinkOf(node))
}

function uplinkOf(node: NetNode): HousingPort {
  const { wan, lan } = node.model
  return node.ports.get(wan[0] ?? lan[lan.length - 1] ?? '') as HousingPort
}

// The plan and the nodes are in the same order.
function wiredCounts(root: NodePlan, nodes: readonly NetNode[]): [NetNode, number][] {
  const plans: NodePlan[] = []
  const walk = (plan: NodePlan) => {
    plans.push(plan)
    plan.children?.forEach(walk)
  }
  walk(root)
  return nodes.map((node, i) => [node, plans[i]?.wired ?? 0])
}
