const UNIQUE_VIOLATION = '23505'

/** False when a unique index refused the change; the transaction is lost then, and the caller refuses. Other errors pass. */
export async function unlessTaken(change: Promise<unknown>): Promise<boolean> {
  try {
    await change
    return true
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false
    throw error
  }
}
