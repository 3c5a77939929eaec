import { join } from 'node:path'
import { compilerOf } from '../../kit/compile/by-kind.ts'
import { linuxHardwareOf } from './linux-hardware.ts'

/** The agent's document, one file a kind. What it was not told of its host it leaves alone. */
export const linuxCompiler = compilerOf(join(import.meta.dirname, 'compile'), linuxHardwareOf)
