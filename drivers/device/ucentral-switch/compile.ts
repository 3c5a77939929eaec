import type { Compile } from '../../kit/compile.ts'
import { Draft } from '../../kit/compile/draft.ts'
import { layRaw } from '../../kit/compile/overlay.ts'
import { firstSwitchDocument } from '../../kit/ucentral/compile/first-document.ts'
import { switchHardware } from '../../kit/ucentral/compile/hardware.ts'
import { compileLans, compileWans } from '../../kit/ucentral/compile/networks.ts'
import { compilePorts } from '../../kit/ucentral/compile/ports.ts'
import { compileRadios } from '../../kit/ucentral/compile/radio.ts'
import { compileServices } from '../../kit/ucentral/compile/served.ts'
import { compileSystem } from '../../kit/ucentral/compile/system.ts'
import { compileWireless } from '../../kit/ucentral/compile/wireless.ts'

const system = { zoneNames: false, leds: false, password: true }
const network = { dhcpServer: false, pppoe: false, vlan: true, mac: false }
const service = { onNetworks: ['ssh', 'lldp'], onDevice: ['http', 'telnet'], report: 60 }

export const compileSwitch: Compile = (effective, capabilities, base) => {
  const hardware = switchHardware(capabilities)
  const draft = new Draft(base ?? firstSwitchDocument())
  compileSystem(draft, effective, system)
  compileWans(draft, effective, hardware, network)
  compileLans(draft, effective, hardware, network)
  compileRadios(draft, effective, hardware)
  compileWireless(draft, effective, hardware)
  const isolate = hardware.features?.includes('Port-Isolation') ?? true
  compilePorts(draft, effective, hardware, { isolate, vlanRole: 'downstream' })
  compileServices(draft, effective, service)
  layRaw(draft, effective.raw)
  return draft.finish()
}
