/** SPEC section 9. */
const limit = 120_000

/** A part of the console could not be fetched: no network, or a new version replaced it. */
export class ChunkMissing extends Error {
  override name = 'ChunkMissing'
}

/** Loads a lazy part; throws `ChunkMissing` when that fails or takes more than two minutes. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkMissing('it took too long')), limit)
  })
  try {
    return await Promise.race([load(), late])
  } catch (error) {
    throw error instanceof ChunkMissing ? error : new ChunkMissing(String(error), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
