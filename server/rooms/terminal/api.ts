export { countByScene, listOfDevice, type TerminalRow } from './store.ts'
export { forgetTerminals } from './due.ts'
