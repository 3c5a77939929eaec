import { defineAddresses } from '../../kit/define-addresses.ts'

export const addresses = defineAddresses(['device/add', 'device/claim', 'device/door', 'device/enrol'])
