import { defineOrder } from './define-order.ts'

/** Milliseconds for one device: a reboot is acknowledged at once. */
const TIME = 30_000

export const rebootOrder = defineOrder({
  kind: 'reboot',
  plan: (_, order) => ({
    type: 'reboot',
    timeout: TIME,
    // a command and an answer: a batch as large as a call takes goes out together
    atOnce: 10_000,
    order,
    outermostFirst: true,
    commandOf: () => ({ verb: 'reboot', args: {} }),
  }),
})
