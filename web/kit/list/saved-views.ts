import type { In, Out } from '@belvedere/contract/kit/define-calls.ts'
import { viewCalls } from '@belvedere/contract/rooms/account/view.ts'
import { QueryObserver } from '@tanstack/react-query'
import { call } from '../calls/call.ts'
import { queryClient } from '../calls/query.ts'
import { useHabit, type SavedView } from '../session/habit.ts'

const queryKey = [viewCalls.list.at, {}]

/**
 * Reads the user's views of all lists and keeps them in sync with the server, also after an undo, until the returned
 * function is called. Without a response, the cached views are used.
 */
export function followViews(): () => void {
  const observer = new QueryObserver<Out<typeof viewCalls.list>>(queryClient, {
    queryKey,
    queryFn: ({ signal }) => call(viewCalls.list, {}, { signal, keep: true }),
    meta: { call: viewCalls.list, input: {}, keep: true },
  })
  return observer.subscribe(({ data, isFetching }) => {
    if (data && !isFetching) remember(data.list)
  })
}

function remember(views: readonly SavedView[]): void {
  useHabit.setState({ tableView: Object.groupBy(views, (view) => view.list) as Record<string, SavedView[]> })
}

/** A pending response may be older than the change. */
async function setViews(change: (views: readonly SavedView[]) => readonly SavedView[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey })
  const list = [...change(Object.values(useHabit.getState().tableView).flat())].sort((a, b) =>
    a.name.localeCompare(b.name),
  )
  remember(list)
  queryClient.setQueryData(queryKey, { list })
}

/** A list has only one default view: the server clears the flag of the others. */
const onlyUsual = (view: SavedView, others: readonly SavedView[]) =>
  view.usual === 1
    ? others.map((other) => (other.list === view.list ? { ...other, usual: 0 as const } : other))
    : others

/** Throws what `call` throws, as the other functions do. */
export async function addView(view: In<typeof viewCalls.add>): Promise<SavedView> {
  const added = await call(viewCalls.add, view)
  await setViews((views) => [...onlyUsual(added, views), added])
  return added
}

export async function changeView(id: number, part: Partial<Omit<SavedView, 'id' | 'list'>>): Promise<void> {
  const changed = await call(viewCalls.change, { id, ...part })
  await setViews((views) => [
    ...onlyUsual(
      changed,
      views.filter((view) => view.id !== id),
    ),
    changed,
  ])
}

export async function removeView({ id }: SavedView): Promise<void> {
  await call(viewCalls.remove, { id })
  await setViews((views) => views.filter((view) => view.id !== id))
}
