import type { KindCompiler } from '../../../kit/compile/by-kind.ts'
import { readBack } from '../../../protocol/ucentral/compile/read-back.ts'
import { compileSystem } from '../../../protocol/ucentral/compile/system.ts'
import type { LinuxHardware } from '../linux-hardware.ts'

const can = { zoneNames: true, leds: false, password: false }

export const compiler: KindCompiler<LinuxHardware> = {
  compile: (draft, effective) => compileSystem(draft, effective, can),
  readBack,
}
