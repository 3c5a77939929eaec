import { queryClient } from './query.ts'

type OptimisticRow = { id: number } & Record<string, unknown>
type Page = { list?: readonly OptimisticRow[] }

interface Patch {
  /** Beginning of the addresses of the lists that may show the row: `GET device/`. */
  lists: string
  id: number
  /** What the row will be like when the server agrees. */
  part: Readonly<Record<string, unknown>>
}

/**
 * Shows a change of one row at once in every list on screen, while `work` asks the server; takes it back when `work`
 * answers nothing (refused, failed, cancelled) or throws. Fields that changed meanwhile stay. Answers what `work` does.
 */
export async function optimistic<T>(patch: Patch, work: () => Promise<T | undefined>): Promise<T | undefined> {
  const undo = show(patch)
  try {
    const answer = await work()
    if (answer === undefined) undo()
    return answer
  } catch (error) {
    undo()
    throw error
  }
}

function show({ lists, id, part }: Patch): () => void {
  const isList = (at: string | undefined) => at?.startsWith(lists) ?? false
  const predicate = ({ meta }: { meta?: { call: { at: string } } }) => isList(meta?.call.at)
  // an answer under way knows nothing of the change and would hide it
  void queryClient.cancelQueries({ predicate: (query) => predicate(query) && query.state.data !== undefined })
  const before = new Map<string, OptimisticRow>()
  for (const query of queryClient.getQueryCache().findAll({ predicate })) {
    const row = rowOf(query.state.data as Page | undefined, id)
    if (!row) continue
    before.set(query.queryHash, row)
    queryClient.setQueryData<Page>(query.queryKey, (page) => withRow(page, id, (row) => ({ ...row, ...part })))
  }
  return () => {
    for (const query of queryClient.getQueryCache().findAll({ predicate })) {
      const was = before.get(query.queryHash)
      if (was)
        queryClient.setQueryData<Page>(query.queryKey, (page) => withRow(page, id, (row) => undone(row, was, part)))
    }
  }
}

const rowOf = (page: Page | undefined, id: number) => page?.list?.find((row) => row.id === id)

function withRow(page: Page | undefined, id: number, change: (row: OptimisticRow) => OptimisticRow): Page | undefined {
  return page?.list && { ...page, list: page.list.map((row) => (row.id === id ? change(row) : row)) }
}

/** The fields of `part` as they were, where they are still as `part` made them. */
function undone(row: OptimisticRow, was: OptimisticRow, part: Readonly<Record<string, unknown>>): OptimisticRow {
  const mine = Object.keys(part).filter((key) => Object.is(row[key], part[key]))
  return { ...row, ...Object.fromEntries(mine.map((key) => [key, was[key]])) }
}
