/** Which files the console begins with (`dist/.vite/first-loads.json`): the budgets weigh them, the server hints at them. */
export interface BuildLoads {
  /** Of every screen. */
  start: string[]
  /** Of each part that loads on its own (the shell, views, dialogs), by the name of its module: what it needs beyond `start`. */
  parts: Record<string, string[]>
  /** By address, as a pattern: what its screen needs beyond `start`. */
  screens: { pattern: string; files: string[] }[]
}
