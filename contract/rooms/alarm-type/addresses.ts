import { defineAddresses } from '../../kit/define-addresses.ts'

export const addresses = defineAddresses(['alarm/config', 'alarm/type'])
