import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Words } from '../words/words.ts'

/** Functions of the console for a finding. */
export interface FinderHost {
  /** The open page shows the chosen scene. */
  readonly onScenePage: boolean
  go(to: string, search?: Readonly<Record<string, string | number>>): void
  /** Renders an overlay that stays after the palette is closed: a dialog, a drawer. The next one replaces it. */
  show(node: ReactNode): void
}

export interface FindingAct {
  label: Words
  icon: LucideIcon
  run(host: FinderHost): void
}

/** A search result. */
export interface FoundEntry {
  /** Unique among the findings of its finder. */
  id: string | number
  /** Name in the user's language. */
  label: string
  icon: LucideIcon
  /** Shown beside the name; distinguishes findings with the same name. */
  detail?: string
  /** A state, shown at the right. */
  state?: { label: Words; tone: 'success' | 'danger' | 'neutral' }
  /** Action of Enter. */
  run(host: FinderHost): void
  /** Further actions. */
  acts?: readonly FindingAct[]
}

/** Match quality of a text; a smaller score is better. `from` and `to` are the range to highlight. */
export interface Fit {
  rank: number
  from: number
  to: number
}

/** Finder that a room adds to the command palette. */
export interface Finder {
  /** Heading above its findings. */
  readonly title: Words
  /** Any one suffices; none = every signed-in user. */
  readonly permission?: readonly string[]
  /** Minimum number of typed characters; 1 by default. */
  readonly minLength?: number
  /** Sort position among the finders, ascending. */
  readonly order: number
  /** The best matches for the typed text. `fits` ignores case and matches Chinese text by pinyin. */
  find(typed: string, fits: (text: string) => Fit | undefined, signal: AbortSignal): Promise<readonly FoundEntry[]>
}

/**
 * Defines a finder in `web/rooms/<room>/finder.tsx`, a second one of a room in `<what>-finder.tsx`; the palette loads
 * it when it is first opened.
 */
export function defineFinder(finder: Finder): Finder {
  return finder
}
