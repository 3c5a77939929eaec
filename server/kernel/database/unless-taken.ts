import { isTaken } from './recognise-error.ts'

/** False when a unique index refused the change; the transaction is lost then, and the caller refuses. Other errors pass. */
export async function unlessTaken(change: Promise<unknown>): Promise<boolean> {
  try {
    await change
    return true
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  }
}
