import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { viewCalls } from '@belvedere/contract/rooms/account/view.ts'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { encodedStorage } from './encoded-storage.ts'

/** A named view of a list. It is stored on the server, so that it is available in other browsers. */
export type SavedView = Out<typeof viewCalls.add>

/** Habits of one user; the table parts are keyed by the call of the list. */
export interface Habit {
  /** The side menu is collapsed. */
  collapse: boolean
  /** Properties of the visible columns, in order. */
  tableColumn: Readonly<Record<string, readonly string[]>>
  pageSize: Readonly<Record<string, number>>
  /** `field asc` or `field desc`. */
  tableSort: Readonly<Record<string, string>>
  /** The user's saved views, cached from the server: a list can start with its default view immediately. */
  tableView: Readonly<Record<string, readonly SavedView[]>>
  /** Recently used scenes, the latest first, and favourites. */
  recentScene: readonly number[]
  favouriteScene: readonly number[]
  /** Paths of recent pages, the latest first. */
  visited: readonly string[]
}

const fresh: Habit = {
  collapse: false,
  tableColumn: {},
  pageSize: {},
  tableSort: {},
  tableView: {},
  recentScene: [],
  favouriteScene: [],
  visited: [],
}

/** The habit store; `loadHabits` selects the user. */
export const useHabit = create<Habit>()(
  persist((): Habit => fresh, {
    name: 'belvedere.habit.0',
    storage: encodedStorage<Habit>(),
    skipHydration: true,
    // Habits of another user are not kept.
    merge: (kept) => ({ ...fresh, ...(kept as Partial<Habit> | undefined) }),
  }),
)

/** Switches to the habits of one user. */
export async function loadHabits(uid: number): Promise<void> {
  useHabit.persist.setOptions({ name: `belvedere.habit.${uid}` })
  await useHabit.persist.rehydrate()
}

type Keyed = 'tableColumn' | 'pageSize' | 'tableSort'

/** Stores one habit of one list; undefined removes it. */
export function saveHabit<K extends Keyed>(kind: K, list: string, value: Habit[K][string] | undefined): void {
  const { [list]: _old, ...others } = useHabit.getState()[kind]
  useHabit.setState({ [kind]: value === undefined ? others : { ...others, [list]: value } })
}

/** Moves `item` to the front of the list; at most `most` items are kept. */
export function withFirst<T>(list: readonly T[], item: T, most: number): T[] {
  return [item, ...list.filter((other) => other !== item)].slice(0, most)
}

/** Adds a page to the recent pages. */
export function rememberVisit(path: string): void {
  const { visited } = useHabit.getState()
  if (visited[0] !== path) useHabit.setState({ visited: withFirst(visited, path, 8) })
}
