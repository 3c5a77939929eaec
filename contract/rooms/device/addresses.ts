import { defineAddresses } from '../../kit/define-addresses.ts'

export const addresses = defineAddresses(['scene/base', 'scene/query'])
