import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { viewCalls } from '@belvedere/contract/rooms/account/view.ts'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { encodedStorage } from './encoded-storage.ts'

/** A view of a list under a name. It is kept by the server, so that it follows the user to another browser. */
export type SavedView = Out<typeof viewCalls.add>

/** What one user is used to; the table parts are keyed by the call of the list. */
export interface Habit {
  /** The side menu is narrow. */
  collapse: boolean
  /** Properties of the visible columns, in order. */
  tableColumn: Readonly<Record<string, readonly string[]>>
  pageSize: Readonly<Record<string, number>>
  /** `field asc` or `field desc`. */
  tableSort: Readonly<Record<string, string>>
  /** The user's saved views, as the server last told them: a list can begin with its usual one at once. */
  tableView: Readonly<Record<string, readonly SavedView[]>>
  /** Scenes chosen lately, the last one first; and those marked as favourites. */
  recentScene: readonly number[]
  favouriteScene: readonly number[]
  /** Paths of the pages seen lately, the last one first. */
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

/** The habit store; `loadHabits` chooses whose. */
export const useHabit = create<Habit>()(
  persist((): Habit => fresh, {
    name: 'belvedere.habit.0',
    storage: encodedStorage<Habit>(),
    skipHydration: true,
    // What another user is used to stays with them.
    merge: (kept) => ({ ...fresh, ...(kept as Partial<Habit> | undefined) }),
  }),
)

/** Switches to the habits of one user. */
export async function loadHabits(uid: number): Promise<void> {
  useHabit.persist.setOptions({ name: `belvedere.habit.${uid}` })
  await useHabit.persist.rehydrate()
}

type Keyed = 'tableColumn' | 'pageSize' | 'tableSort'

/** Keeps one habit of one list; undefined forgets it. */
export function saveHabit<K extends Keyed>(kind: K, list: string, value: Habit[K][string] | undefined): void {
  const { [list]: _old, ...others } = useHabit.getState()[kind]
  useHabit.setState({ [kind]: value === undefined ? others : { ...others, [list]: value } })
}

/** The list with `item` first; at most `most` are kept. */
export function withFirst<T>(list: readonly T[], item: T, most: number): T[] {
  return [item, ...list.filter((other) => other !== item)].slice(0, most)
}

/** Keeps a page among the last visited ones. */
export function rememberVisit(path: string): void {
  const { visited } = useHabit.getState()
  if (visited[0] !== path) useHabit.setState({ visited: withFirst(visited, path, 8) })
}
