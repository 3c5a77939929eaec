// Writes the one migration that makes today's tables from nothing. Right until the first release; from then on every change
// is a migration of its own, because databases out there have run this one.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshSchema } from '../../server/kernel/schema.ts'
import { root } from './source.ts'

writeFileSync(join(root, 'server/migrations/0001-first.sql'), await freshSchema())
