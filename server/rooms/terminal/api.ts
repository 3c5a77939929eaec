export { listOfMac, terminalsAmong } from './store.ts'
