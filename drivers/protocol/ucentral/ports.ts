import type { InterfaceFact } from '../../kit/facts.ts'
import {
  countOf,
  flagOf,
  keysOf,
  listOf,
  numberOf,
  objectOf,
  textOf,
  within,
  wholeWithin,
  type Loose,
} from '../../kit/coerce.ts'

/** The physical ports in `link-state`, upstream first. */
export interface Ports {
  all: InterfaceFact[]
  upstream: InterfaceFact[]
  downstream: InterfaceFact[]
}

/** A large chassis has a few hundred. */
const MAX_PORTS = 512

export function portsOf(state: Loose): Ports {
  const link = objectOf(state['link-state'])
  const upstream = sideOf(objectOf(link.upstream))
  const downstream = sideOf(objectOf(link.downstream))
  addPower(objectOf(state.poe), upstream.concat(downstream))
  return { upstream, downstream, all: upstream.concat(downstream).slice(0, MAX_PORTS) }
}

function sideOf(side: Loose): InterfaceFact[] {
  const ports: InterfaceFact[] = []
  for (const key of keysOf(side, MAX_PORTS)) {
    const name = textOf(key, 32)
    if (name !== undefined) ports.push(portOf(name, objectOf(side[key])))
  }
  return ports
}

function portOf(name: string, port: Loose): InterfaceFact {
  const up = flagOf(port.carrier) ?? false
  const duplex = port.duplex === 'full' || port.duplex === 'half' ? port.duplex : undefined
  return {
    ...countersOf(objectOf(port.counters)),
    name,
    role: 'port',
    up,
    // down ports report -1, 0 or their last speed
    speed_mbps: up ? wholeWithin(port.speed, 1, 10_000_000) : undefined,
    duplex: up ? duplex : undefined,
    poe: port.poe === undefined ? undefined : poeOf(objectOf(port.poe)),
  }
}

/**
 * Access points report PoE separately from their ports, by the number of the LAN port; a single one has no number in its name.
 */
function addPower(poe: Loose, ports: readonly InterfaceFact[]): void {
  for (const one of listOf(poe.ports, MAX_PORTS)) {
    const { id, status, consumption } = objectOf(one)
    const place = numberOf(id)
    const port = ports.find(({ name }) => name === `LAN${place}` || (place === 1 && name === 'LAN'))
    if (port) port.poe = { watt: wattOf(consumption), status: textOf(status, 64) ?? '' }
  }
}

/** Watt, from some drivers mW: no port supplies a hundred watts. */
function wattOf(value: unknown): number | undefined {
  const reported = within(value, 0, 100_000)
  return reported !== undefined && reported > 100 ? reported / 1000 : reported
}

type Counters = Pick<
  InterfaceFact,
  'rx_bytes' | 'tx_bytes' | 'rx_packets' | 'tx_packets' | 'rx_errors' | 'tx_errors' | 'rx_dropped' | 'tx_dropped'
>

/** Switches use the singular `rx_error`. Absent counters stay absent: they are not 0. */
export function countersOf(counters: Loose): Counters {
  return {
    rx_bytes: countOf(counters.rx_bytes),
    tx_bytes: countOf(counters.tx_bytes),
    rx_packets: countOf(counters.rx_packets),
    tx_packets: countOf(counters.tx_packets),
    rx_errors: countOf(counters.rx_errors ?? counters.rx_error),
    tx_errors: countOf(counters.tx_errors ?? counters.tx_error),
    rx_dropped: countOf(counters.rx_dropped),
    tx_dropped: countOf(counters.tx_dropped),
  }
}

function poeOf(poe: Loose): InterfaceFact['poe'] {
  const milliwatt = within(poe['output-power'], 0, 1_000_000)
  const fault = textOf(poe['fault-status'], 64)
  return {
    watt: milliwatt === undefined ? undefined : milliwatt / 1000,
    status: textOf(poe.status, 64) ?? '',
    class: wholeWithin(poe['class-assigned'], 0, 8),
    fault: fault === undefined || /^(no[ _-]?error|none|ok)$/i.test(fault) ? undefined : fault,
  }
}
