import { takeSnapshot } from '../facts/snapshot.ts'
import { terminalsOf } from '../facts/terminals.ts'
import { defineQuery } from './define-query.ts'

export const terminals = defineQuery('terminals', async () =>
  terminalsOf(await takeSnapshot()).map((terminal) => ({
    ...terminal,
    ipv4: terminal.ipv4.join(', '),
    ipv6: terminal.ipv6.join(', '),
  })),
)
