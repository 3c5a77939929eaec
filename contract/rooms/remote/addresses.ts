import { defineAddresses } from '../../kit/define-addresses.ts'

export const addresses = defineAddresses(['device/app', 'device/capture', 'device/command/remote', 'device/remote'])
