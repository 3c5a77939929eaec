import { defineGateway, type Gateway } from '../../devices/gateway.ts'
import type { System } from '../../kernel/implement.ts'
import { openListener } from './listener.ts'

/** The listener for hosts without a certificate, and for uploads and downloads of devices. */
export const enrol: Gateway<System> = defineGateway<System>({
  name: 'enrol',
  start: (system, { pki }) => openListener(system, pki),
})
