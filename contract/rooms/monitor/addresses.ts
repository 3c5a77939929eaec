import { defineAddresses } from '../../kit/define-addresses.ts'

export const addresses = defineAddresses(['device/logo', 'device/scan', 'device/third'])
