/**
 * Files of the first load of the console (`dist/.vite/first-loads.json`): the budgets measure them, the server sends
 * preload hints for them.
 */
export interface BuildLoads {
  /** Files of every screen. */
  start: string[]
  /**
   * Files of each separately loaded part (the shell, views, dialogs) by the name of its module, in addition to
   * `start`.
   */
  parts: Record<string, string[]>
  /** Files of a screen by its address as a pattern, in addition to `start`. */
  screens: { pattern: string; files: string[] }[]
}
