import { defineGateway, type Gateway } from '../../devices/gateway.ts'
import type { System } from '../../kernel/implement.ts'
import { openListener } from './listener.ts'

/** Where hosts come that have no certificate yet, and where devices put and get files. */
export const enrol: Gateway<System> = defineGateway<System>({
  name: 'enrol',
  start: (system, { pki }) => openListener(system, pki),
})
