import { create } from 'zustand'
import { dropPageData } from '../kit/calls/query.ts'

/** How often the open page was asked for again; its view mounts again with each. */
export const usePageRound = create<{ round: number }>()(() => ({ round: 0 }))

/** The page begins again: what it read is forgotten and its view mounts again. */
export function reloadPage(): void {
  dropPageData()
  usePageRound.setState(({ round }) => ({ round: round + 1 }))
}
