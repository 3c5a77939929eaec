import { queryClient } from './query.ts'

type OptimisticRow = { id: number } & Record<string, unknown>
type Page = { list?: readonly OptimisticRow[] }

interface Patch {
  /** Prefix of the addresses of the lists that may contain the row: `GET device/`. */
  lists: string
  id: number
  /** The row after the change. */
  part: Readonly<Record<string, unknown>>
}

/**
 * Shows a change of one row immediately in every list on screen, while `work` calls the server; reverts it if `work`
 * returns undefined (refused, failed, cancelled) or throws. Fields that changed in the meantime are kept. Returns the
 * result of `work`.
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
  // a pending response does not contain the change and would hide it
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

/** The former values of the fields of `part`, for fields that still have the value of `part`. */
function undone(row: OptimisticRow, was: OptimisticRow, part: Readonly<Record<string, unknown>>): OptimisticRow {
  const mine = Object.keys(part).filter((key) => Object.is(row[key], part[key]))
  return { ...row, ...Object.fromEntries(mine.map((key) => [key, was[key]])) }
}
