import type { ConfigParts } from './config-part.ts'
import { loadParts } from './load-parts.ts'

/** By kind. */
export const configParts: ConfigParts = loadParts()
