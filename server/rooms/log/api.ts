export { kept } from './kept.ts'
export { writeOperations } from './store.ts'
