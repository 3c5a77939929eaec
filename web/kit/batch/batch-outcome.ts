import { isSilent } from '../calls/refusal.ts'

export interface RejectedRow {
  id: number
  name: string
  reason: string
}

/** The result of an action on several rows, before or without a task: what every batch call answers. */
export interface BatchOutcome {
  total_cnt: number
  err_cnt: number
  rejected?: readonly RejectedRow[]
  task_id?: number
}

/** Calls under way at a time where the API takes one row a call. */
const lanes = 4

/** Runs one call a row and gathers what was refused, with the server's words; `onDone` hears how many have ended. */
export async function forEach<Row extends { id: number }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  work: (row: Row) => Promise<unknown>,
  onDone?: (done: number) => void,
): Promise<BatchOutcome> {
  const rejected: RejectedRow[] = []
  const queue = [...rows]
  let done = 0
  const lane = async () => {
    for (let row = queue.shift(); row; row = queue.shift()) {
      try {
        await work(row)
      } catch (error) {
        if (!isSilent(error)) rejected.push({ id: row.id, name: nameOf(row), reason: (error as Error).message })
      }
      onDone?.(++done)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return { total_cnt: rows.length, err_cnt: rejected.length, rejected }
}

/** Ids in one query string; more would not fit into the head of a request. */
const chunk = 500

/** One outcome of calls that take many ids, sent in pieces. */
export async function inChunks(
  ids: readonly number[],
  work: (ids: number[]) => Promise<BatchOutcome>,
): Promise<BatchOutcome> {
  const whole = { total_cnt: 0, err_cnt: 0, rejected: [] as RejectedRow[] }
  for (let at = 0; at < ids.length; at += chunk) {
    const { total_cnt, err_cnt, rejected = [] } = await work(ids.slice(at, at + chunk))
    whole.total_cnt += total_cnt
    whole.err_cnt += err_cnt
    whole.rejected.push(...rejected)
  }
  return whole
}
