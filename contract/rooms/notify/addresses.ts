import { defineAddresses } from '../../kit/define-addresses.ts'

export const addresses = defineAddresses(['alarm/act', 'alarm/duty', 'alarm/user'])
