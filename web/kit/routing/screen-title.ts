import type { Words } from '../words/words.ts'
import type { ScreenSpec } from './define-screen.ts'

/** Title of a screen, or of its tab if the tab has one. */
export function screenTitle({ title, tabTitles = {} }: Pick<ScreenSpec, 'title' | 'tabTitles'>, tab = ''): Words {
  return (Object.hasOwn(tabTitles, tab) && tabTitles[tab]) || title
}
