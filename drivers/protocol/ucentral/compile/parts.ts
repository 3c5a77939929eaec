import type { Part } from '../../../kit/compile/in-parts.ts'
import type { Hardware } from './hardware.ts'
import { compileMetrics, type MetricsCan } from './metrics.ts'
import { compileNetworks, type NetworkCan, refuseMovedPorts } from './networks.ts'
import { compilePorts, type PortCan } from './ports.ts'
import { compileRadios } from './radio.ts'
import { compileServices, type ServiceCan } from './served.ts'
import { compileSystem, type SystemCan } from './system.ts'
import { compileWireless } from './wireless.ts'

/** The capabilities of a family. */
export interface FamilyCan {
  system: SystemCan
  network: NetworkCan
  port: (hardware: Hardware) => PortCan
  service: ServiceCan
  metrics: MetricsCan
}

/** The parts of a uCentral document; networks come before the parts that depend on them. */
export const ucentralParts = ({ system, network, port, service, metrics }: FamilyCan): Part<Hardware>[] => [
  {
    members: ['unit'],
    kinds: ['system'],
    own: true,
    compile: (draft, desired) => compileSystem(draft, desired, system),
  },
  { members: ['radios'], kinds: ['radio', 'wireless'], compile: compileRadios },
  {
    members: ['interfaces', 'ethernet', 'switch', 'services'],
    kinds: ['wan', 'lan', 'wireless', 'port', 'service'],
    compile(draft, effective, hardware, reported) {
      compileNetworks(draft, effective, hardware, network, reported.upstream)
      compileWireless(draft, effective, hardware, network)
      compilePorts(draft, effective, powered(hardware, reported.powers), port(hardware))
      refuseMovedPorts(draft, effective, hardware)
      compileServices(draft, effective, service)
    },
  },
  {
    members: ['metrics'],
    kinds: ['system', 'radio', 'wan', 'lan', 'wireless', 'port', 'service'],
    own: true,
    compile: (draft, desired) => compileMetrics(draft, desired, metrics),
  },
]

/** The PoE ports that the device itself reports, where its capabilities do not list them. */
const powered = (hardware: Hardware, powers: readonly string[] | undefined): Hardware =>
  powers ? { ...hardware, poe: hardware.poe?.filter((name) => powers.includes(name)) ?? powers } : hardware
