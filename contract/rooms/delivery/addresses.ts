import { defineAddresses } from '../../kit/define-addresses.ts'

export const addresses = defineAddresses(['send/channel', 'send/outbox'])
