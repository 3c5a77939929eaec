import { defineAddresses } from '../../kit/define-addresses.ts'

export const addresses = defineAddresses(['plat/task/upgrade'])
