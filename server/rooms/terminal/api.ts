export { listOfDevice, listOfMac, terminalsAmong } from './store.ts'
