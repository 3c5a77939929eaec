export { countByScene, listOfDevice, listOfMac, terminalsAmong } from './store.ts'
export { forgetTerminals } from './due.ts'
