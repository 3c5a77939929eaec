import { defineAddresses } from '../../kit/define-addresses.ts'

export const addresses = defineAddresses(['device/alone', 'device/command/password'])
