export { countByScene, listOfDevice, listOfMac, type TerminalRow } from './store.ts'
export { forgetTerminals } from './due.ts'
