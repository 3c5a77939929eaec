import { viewCalls } from '@belvedere/contract/rooms/account/view.ts'
import { call } from '../calls/call.ts'
import { useHabit, type SavedView } from '../session/habit.ts'
import { isSilent } from '../calls/refusal.ts'
import { session } from '../session/session.ts'

let loadedFor = ''

/** Reads the user's views, of all lists, once after each sign-in; without an answer those known from before stand. */
export async function loadViews(): Promise<void> {
  const { token } = session()
  if (loadedFor === token) return
  loadedFor = token
  try {
    const { list } = await call(viewCalls.list, {}, { keep: true })
    useHabit.setState({ tableView: Object.groupBy(list, (view) => view.list) as Record<string, SavedView[]> })
  } catch (error) {
    if (!isSilent(error)) loadedFor = ''
  }
}

function setViews(list: string, change: (views: readonly SavedView[]) => readonly SavedView[]): void {
  const { tableView } = useHabit.getState()
  const views = [...change(tableView[list] ?? [])].sort((a, b) => a.name.localeCompare(b.name))
  useHabit.setState({ tableView: { ...tableView, [list]: views } })
}

/** One usual view a list: the server took it from the others. */
const onlyUsual = (view: SavedView, others: readonly SavedView[]) =>
  view.usual === 1 ? others.map((other) => ({ ...other, usual: 0 as const })) : others

/** Throws what `call` throws, as the others do. */
export async function addView(view: Omit<SavedView, 'id'>): Promise<SavedView> {
  const added = await call(viewCalls.add, view)
  setViews(added.list, (views) => [...onlyUsual(added, views), added])
  return added
}

export async function changeView(id: number, part: Partial<Omit<SavedView, 'id' | 'list'>>): Promise<void> {
  const changed = await call(viewCalls.change, { id, ...part })
  setViews(changed.list, (views) => [
    ...onlyUsual(
      changed,
      views.filter((view) => view.id !== id),
    ),
    changed,
  ])
}

export async function removeView({ id, list }: SavedView): Promise<void> {
  await call(viewCalls.remove, { id })
  setViews(list, (views) => views.filter((view) => view.id !== id))
}
