export { countByScene, listOfDevice, type TerminalRow } from './store.ts'
