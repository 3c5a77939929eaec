import { defineGateway, type Gateway } from '../../devices/gateway.ts'
import type { System } from '../../kernel/implement.ts'
import { openListener } from './listener.ts'

/** Downloads of signed images by one-time links, for devices whose downloader trusts only public authorities. */
export const files: Gateway<System> = defineGateway<System>({
  name: 'files',
  start: (system) =>
    system.config['no-file-port'] ? Promise.resolve({ port: 0, stop: async () => {} }) : openListener(system),
})
