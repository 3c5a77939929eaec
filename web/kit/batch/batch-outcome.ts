import { isSilent } from '../calls/refusal.ts'

export interface RejectedRow {
  id: number
  name: string
  reason: string
}

/** The result of an action on several rows, with or without a task: the response of every batch call. */
export interface BatchOutcome {
  total_cnt: number
  err_cnt: number
  rejected?: readonly RejectedRow[]
  task_id?: number
}

/** Maximum number of concurrent calls if the API takes one row per call. */
const lanes = 4

/**
 * Runs one call per row and collects refusals with the server's messages; `onDone` receives the number of finished
 * calls.
 */
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

/** Maximum number of ids in one query string; more would exceed the limit of the request head. */
const chunk = 500

/** Combines the outcomes of calls whose ids are sent in several requests. */
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
