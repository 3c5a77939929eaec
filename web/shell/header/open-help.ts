import { openWindow } from './header-window.ts'

/** Opens the operator's documentation site in a new window; without one, the bundled help. */
export function openHelp(url: string): void {
  if (url) window.open(url, '_blank', 'noopener')
  else openWindow('help')
}
