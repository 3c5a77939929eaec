import type { KindCompiler } from '../../../kit/compile/by-kind.ts'
import { compileNetworks } from '../../../protocol/ucentral/compile/networks.ts'
import { readBack } from '../../../protocol/ucentral/compile/read-back.ts'
import { type LinuxHardware, portsOnly } from '../linux-hardware.ts'

const can = { dhcpServer: false, pppoe: false, mostVlan: 0, mac: false }

/** Compiled together: their subnets must not overlap. */
export const compiler: KindCompiler<LinuxHardware> = {
  kinds: ['wan', 'lan'],
  compile: (draft, effective, host, { upstream }) =>
    compileNetworks(draft, effective, portsOnly(host.interfaces), can, upstream),
  readBack,
}
