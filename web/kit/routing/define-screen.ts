import type { LucideIcon } from 'lucide-react'
import type { Words } from '../words/words.ts'

/** Topic of the help cards. */
export type HelpTopic = 'home' | 'sdwan' | 'account'

export interface ScreenSpec {
  /** Address with parameters as `$name`; its segments are its position in the menu. */
  readonly path: string
  readonly title: Words
  /** Titles of tabs with other content, by the value of `tab` in the address. */
  readonly tabTitles?: Readonly<Record<string, Words>>
  /** Valid values of a parameter of the address; other values are not found. */
  readonly params?: Readonly<Record<string, readonly string[]>>
  /** Any one suffices; none = every signed-in user. */
  readonly permission?: readonly string[]
  /** Needs a scene; the page header shows the scene selector. */
  readonly sceneBound?: boolean
  /** Scene-bound, and can show all scenes together (`scene_id` 0). */
  readonly allScenes?: boolean
  /** Not in menus and search. */
  readonly hidden?: boolean
  readonly badge?: 'new'
  /** Sort position among its siblings, ascending; equal ones by path. */
  readonly order?: number
  /** Icon in the side menu. */
  readonly icon?: LucideIcon
  /** A button beside the title opens the help cards of this topic. */
  readonly help?: HelpTopic
  /** Takes the whole window, without header and menus. */
  readonly full?: boolean
  /** Not implemented: it has no view, and the planned page shows the text of `planned.ts` beside it. */
  readonly planned?: boolean
}

/** Defines a screen once; route, menu, search, header and guard derive from it. */
export function defineScreen(screen: ScreenSpec): ScreenSpec {
  return screen
}

export interface PublicScreen {
  readonly path: string
  readonly title: Words
  /** Runs before the screen is shown; returns an address to redirect to. Gets path parameters and query together. */
  readonly enter?: (given: Readonly<Record<string, string | undefined>>) => string | undefined
}

/**
 * Defines a screen outside of the shell, reachable without sign-in; it is in `public-screen.ts` and is loaded before
 * the shell.
 */
export function definePublicScreen(screen: PublicScreen): PublicScreen {
  return screen
}
