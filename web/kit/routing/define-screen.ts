import type { LucideIcon } from 'lucide-react'
import type { Words } from '../words/words.ts'

/** What the help cards are about. */
export type HelpTopic = 'home' | 'sdwan' | 'account'

export interface ScreenSpec {
  /** Address, parameters as `$name`; its segments are its place in the menu. */
  readonly path: string
  readonly title: Words
  /** Titles of tabs that show something else, by the value of `tab` in the address. */
  readonly tabTitles?: Readonly<Record<string, Words>>
  /** What a parameter of the address may be; anything else is no address. */
  readonly params?: Readonly<Record<string, readonly string[]>>
  /** Any one suffices; none = every signed-in user. */
  readonly permission?: readonly string[]
  /** Needs a scene; the page header shows the scene selector. */
  readonly sceneBound?: boolean
  /** Scene-bound, and may show all scenes at once (`scene_id` 0). */
  readonly allScenes?: boolean
  /** Not in menus and search. */
  readonly hidden?: boolean
  readonly badge?: 'new'
  /** Place among its neighbours, small first; equal ones by path. */
  readonly order?: number
  /** In the side menu. */
  readonly icon?: LucideIcon
  /** A button beside the title opens the help cards of this topic. */
  readonly help?: HelpTopic
  /** Takes the whole window, without header and menus. */
  readonly full?: boolean
  /** Not built yet: it has no view, and the planned page says what `planned.ts` beside it states. */
  readonly planned?: boolean
}

/** States a screen once; route, menu, search, header and guard derive from it. */
export function defineScreen(screen: ScreenSpec): ScreenSpec {
  return screen
}

export interface PublicScreen {
  readonly path: string
  readonly title: Words
  /** Runs before it shows; answers where to go instead. Gets path parameters and query together. */
  readonly enter?: (given: Readonly<Record<string, string | undefined>>) => string | undefined
}

/** States a screen outside the shell, reachable without sign-in; it lives in `public-screen.ts` and loads before the shell. */
export function definePublicScreen(screen: PublicScreen): PublicScreen {
  return screen
}
