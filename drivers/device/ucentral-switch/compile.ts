import { inParts } from '../../kit/compile/in-parts.ts'
import { firstSwitchDocument } from '../../kit/ucentral/compile/first-document.ts'
import { type Hardware, switchHardware } from '../../kit/ucentral/compile/hardware.ts'
import { compileLans, compileWans } from '../../kit/ucentral/compile/networks.ts'
import { compilePorts } from '../../kit/ucentral/compile/ports.ts'
import { compileRadios } from '../../kit/ucentral/compile/radio.ts'
import { compileServices } from '../../kit/ucentral/compile/served.ts'
import { compileSystem } from '../../kit/ucentral/compile/system.ts'
import { compileWireless } from '../../kit/ucentral/compile/wireless.ts'

const system = { zoneNames: false, leds: false, password: true }
const network = { dhcpServer: false, pppoe: false, vlan: true, mac: false }
const service = { onNetworks: ['ssh', 'lldp'], onDevice: ['http', 'telnet'], report: 60 }

const isolates = ({ features }: Hardware) => features?.includes('Port-Isolation') ?? true

/** Networks before what belongs to them. */
export const compileSwitch = inParts(switchHardware, firstSwitchDocument, [
  { members: ['unit'], kinds: ['system'], own: true, compile: (draft, wishes) => compileSystem(draft, wishes, system) },
  { members: ['radios'], kinds: ['radio'], compile: compileRadios },
  {
    members: ['interfaces', 'ethernet', 'switch', 'services', 'metrics'],
    kinds: ['wan', 'lan', 'wireless', 'port', 'service'],
    compile(draft, effective, hardware) {
      compileWans(draft, effective, hardware, network)
      compileLans(draft, effective, hardware, network)
      compileWireless(draft, effective, hardware)
      compilePorts(draft, effective, hardware, { isolate: isolates(hardware), vlanRole: 'downstream' })
      compileServices(draft, effective, service)
    },
  },
])
