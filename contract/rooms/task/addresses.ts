import { defineAddresses } from '../../kit/define-addresses.ts'

export const addresses = defineAddresses(['device/command', 'device/task', 'device/timer', 'log/task'])
