import { join } from 'node:path'
import { compilerOf } from '../../kit/compile/by-kind.ts'
import { linuxHardwareOf } from './linux-hardware.ts'

/** The compiler of the agent's document, one file per kind. Settings of the host that no intent mentions are left alone. */
export const linuxCompiler = compilerOf(join(import.meta.dirname, 'compile'), linuxHardwareOf)
