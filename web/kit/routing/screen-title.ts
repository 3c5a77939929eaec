import type { Words } from '../words/words.ts'
import type { ScreenSpec } from './define-screen.ts'

/** Title of a screen, or of its tab where that has one of its own. */
export function screenTitle({ title, tabTitles = {} }: Pick<ScreenSpec, 'title' | 'tabTitles'>, tab = ''): Words {
  return (Object.hasOwn(tabTitles, tab) && tabTitles[tab]) || title
}
