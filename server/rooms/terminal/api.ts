export { listOfDevice, listOfMac, terminalsAmong } from './store.ts'
export { forgetTerminals } from './due.ts'
