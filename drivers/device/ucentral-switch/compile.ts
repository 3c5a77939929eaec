import { inParts } from '../../kit/compile/in-parts.ts'
import { switchHardware } from '../../protocol/ucentral/compile/hardware.ts'
import { compileMetrics, switchMetrics } from '../../protocol/ucentral/compile/metrics.ts'
import { compileRadios } from '../../protocol/ucentral/compile/radio.ts'
import { compileServices } from '../../protocol/ucentral/compile/served.ts'
import { compileSystem } from '../../protocol/ucentral/compile/system.ts'
import { compileWireless } from '../../protocol/ucentral/compile/wireless.ts'
import { compileManagement, compileVlans, refuseMoved } from './networks.ts'
import { compileSwitchPorts } from './ports.ts'
import { LAST_VLAN } from './vlans.ts'
import { missingInSwitch } from './whole-document.ts'

const nothing = {}

export const compileSwitch = inParts(
  switchHardware,
  () => nothing,
  [
    {
      members: ['unit'],
      kinds: ['system'],
      own: true,
      compile: (draft, desired) =>
        compileSystem(draft, desired, { zoneNames: false, leds: false, names: false, password: true }),
    },
    { members: ['radios'], kinds: ['radio'], compile: compileRadios },
    {
      members: ['interfaces', 'ethernet', 'switch', 'services'],
      kinds: ['wan', 'lan', 'wireless', 'port', 'service'],
      compile(draft, effective, hardware, reported) {
        compileManagement(draft, effective)
        compileVlans(draft, effective, hardware, reported)
        compileWireless(draft, effective, hardware, { mostVlan: LAST_VLAN })
        compileSwitchPorts(draft, effective, hardware, reported)
        refuseMoved(draft, effective, hardware)
        compileServices(draft, effective, {
          onNetworks: [],
          onDevice: ['ssh', 'http', 'telnet'],
          clock: false,
        })
      },
    },
    {
      members: ['metrics'],
      kinds: ['system', 'radio', 'wan', 'lan', 'wireless', 'port', 'service'],
      own: true,
      compile: (draft, desired) => compileMetrics(draft, desired, switchMetrics),
    },
  ],
  missingInSwitch,
)
