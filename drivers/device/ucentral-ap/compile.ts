import { inParts } from '../../kit/compile/in-parts.ts'
import { firstApDocument } from '../../kit/ucentral/compile/first-document.ts'
import { apHardware } from '../../kit/ucentral/compile/hardware.ts'
import { compileLans, compileWans } from '../../kit/ucentral/compile/networks.ts'
import { compilePorts } from '../../kit/ucentral/compile/ports.ts'
import { compileRadios } from '../../kit/ucentral/compile/radio.ts'
import { compileServices } from '../../kit/ucentral/compile/served.ts'
import { compileSystem } from '../../kit/ucentral/compile/system.ts'
import { compileWireless } from '../../kit/ucentral/compile/wireless.ts'

const system = { zoneNames: false, leds: true, password: true }
const network = { dhcpServer: true, pppoe: true, vlan: true, mac: true, needsDns: true } as const
const port = { isolate: false, vlanRole: 'upstream' } as const
const service = { onNetworks: ['ssh', 'lldp', 'mdns'], onDevice: [], report: 60 }

/** Networks before what belongs to them. */
export const compileAp = inParts(apHardware, firstApDocument, [
  { members: ['unit'], kinds: ['system'], own: true, compile: (draft, wishes) => compileSystem(draft, wishes, system) },
  { members: ['radios'], kinds: ['radio'], compile: compileRadios },
  {
    members: ['interfaces', 'ethernet', 'switch', 'services', 'metrics'],
    kinds: ['wan', 'lan', 'wireless', 'port', 'service'],
    compile(draft, effective, hardware) {
      compileWans(draft, effective, hardware, network)
      compileLans(draft, effective, hardware, network)
      compileWireless(draft, effective, hardware)
      compilePorts(draft, effective, hardware, port)
      compileServices(draft, effective, service)
    },
  },
])
