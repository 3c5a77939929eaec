import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Words } from '../words/words.ts'

/** What a finding may do with the console around the palette. */
export interface FinderHost {
  /** The page that is open shows the chosen scene. */
  readonly onScenePage: boolean
  go(to: string, search?: Readonly<Record<string, string | number>>): void
  /** Draws something over the page that outlives the palette: a dialog, a drawer. The next one takes its place. */
  show(node: ReactNode): void
}

export interface FindingAct {
  label: Words
  icon: LucideIcon
  run(host: FinderHost): void
}

/** Something that was found. */
export interface FoundEntry {
  /** Unique among the findings of its finder. */
  id: string | number
  /** Name, in the reader's language. */
  label: string
  icon: LucideIcon
  /** Beside the name: what tells it from others of that name. */
  detail?: string
  /** At the right, a state. */
  state?: { label: Words; tone: 'success' | 'danger' | 'neutral' }
  /** What Enter does. */
  run(host: FinderHost): void
  /** What else can be done with it. */
  acts?: readonly FindingAct[]
}

/** How well a text fits what is typed: smaller is better. `from` and `to` are the part of it to mark. */
export interface Fit {
  rank: number
  from: number
  to: number
}

/** What a room adds to the command palette. */
export interface Finder {
  /** Above its findings. */
  readonly title: Words
  /** Any one suffices; none = every signed-in user. */
  readonly permission?: readonly string[]
  /** It is asked from this number of characters on; 1 by default. */
  readonly minLength?: number
  /** Place among the finders, small first. */
  readonly order: number
  /** The best few that fit what is typed. `fits` knows both cases and, of Chinese texts, their pinyin. */
  find(typed: string, fits: (text: string) => Fit | undefined, signal: AbortSignal): Promise<readonly FoundEntry[]>
}

/** States a finder in `web/rooms/<room>/finder.tsx`, a second one of a room in `<what>-finder.tsx`; the palette loads it when it is first opened. */
export function defineFinder(finder: Finder): Finder {
  return finder
}
