import { defineAddresses } from '../../kit/define-addresses.ts'

export const addresses = defineAddresses(['menu', 'send', 'user'])
