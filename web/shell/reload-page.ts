import { create } from 'zustand'
import { dropPageData } from '../kit/calls/query.ts'

/** Number of reloads of the open page; its view is mounted again after each. */
export const usePageRound = create<{ round: number }>()(() => ({ round: 0 }))

/** Reloads the page: its cached data is removed and its view is mounted again. */
export function reloadPage(): void {
  dropPageData()
  usePageRound.setState(({ round }) => ({ round: round + 1 }))
}
