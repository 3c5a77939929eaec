export { toolEntries } from './tool-entries.ts'
export { ToolDialogs } from './tool-dialogs.tsx'
