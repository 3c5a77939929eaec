import { defineAddresses } from '../../kit/define-addresses.ts'

export const addresses = defineAddresses(['device/group/effect'])
