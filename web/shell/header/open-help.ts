import { openWindow } from './header-window.ts'

/** The operator's documentation site in a window of its own; without one the help that comes with the release. */
export function openHelp(url: string): void {
  if (url) window.open(url, '_blank', 'noopener')
  else openWindow('help')
}
