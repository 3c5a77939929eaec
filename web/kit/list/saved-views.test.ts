import { viewCalls } from '@belvedere/contract/rooms/account/view.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../calls/query.ts'
import { useHabit, type SavedView } from '../session/habit.ts'
import { followViews, removeView } from './saved-views.ts'

const view = (id: number, name: string): SavedView => ({
  id,
  list: 'device/all',
  name,
  usual: 0,
  state: { limit: 10, orderby: '', search: '', filters: {} },
})

/** The views on the server; a response waits for `sent`. */
let stored: SavedView[] = []
let sent: Promise<void> = Promise.resolve()
let end = () => {}

const shown = () => (useHabit.getState().tableView['device/all'] ?? []).map(({ name }) => name)

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  stored = [view(1, 'busy'), view(2, 'online')]
  sent = Promise.resolve()
  vi.stubGlobal('fetch', async (_url: string, { method, signal }: RequestInit) => {
    const answer = { code: 0, data: method === 'DELETE' ? {} : { list: [...stored] } }
    const wait = method === 'DELETE' ? Promise.resolve() : sent
    const left = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason as Error)),
    )
    await Promise.race([wait, left])
    return Response.json(answer)
  })
})
afterEach(() => {
  end()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a view that an undo brought back is shown again', async () => {
  end = followViews()
  await expect.poll(shown).toEqual(['busy', 'online'])
  await removeView(view(2, 'online'))
  expect(shown()).toEqual(['busy'])
  await queryClient.invalidateQueries()
  await expect.poll(shown).toEqual(['busy', 'online'])
})

test('an answer older than a change does not take the change back', async () => {
  useHabit.setState({ tableView: { 'device/all': stored } })
  const { promise, resolve } = Promise.withResolvers<void>()
  sent = promise
  end = followViews()
  await removeView(view(2, 'online'))
  resolve()
  await promise
  await vi.waitFor(() => expect(queryClient.isFetching({ queryKey: [viewCalls.list.at, {}] })).toBe(0))
  expect(shown()).toEqual(['busy'])
})
