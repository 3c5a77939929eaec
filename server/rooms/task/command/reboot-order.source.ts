import { defineOrder } from './define-order.ts'

/** Milliseconds for one device: a reboot is acknowledged immediately. */
const TIME = 30_000

export const rebootOrder = defineOrder({
  kind: 'reboot',
  plan: (_, order) => ({
    type: 'reboot',
    timeout: TIME,
    // a command and an answer: the largest possible batch is sent at once
    atOnce: 10_000,
    order,
    outermostFirst: true,
    commandOf: () => ({ verb: 'reboot', args: {} }),
  }),
})
