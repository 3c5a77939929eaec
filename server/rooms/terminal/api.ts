export { countByScene, listOfDevice, listOfMac, type TerminalRow, terminalsAmong } from './store.ts'
export { forgetTerminals } from './due.ts'
