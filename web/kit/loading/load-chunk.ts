import { toast } from '../../ui/feedback/toast.tsx'
import { isNewRelease } from './new-release.ts'

/** Milliseconds. */
const limit = 120_000

/** A part of the console could not be fetched: no network, or a new version replaced it. */
export class ChunkMissing extends Error {
  override name = 'ChunkMissing'
  /** Of its file, where the browser told. */
  get address(): string | undefined {
    return /https?:\/\/[^\s?]+\.js/.exec(this.message)?.[0]
  }
}

/** What browsers say of a module, and Vite of a style sheet, that did not come. */
const browserSays = /dynamically imported module|module script failed|preload CSS/i

/** True for a part that did not come, whoever asked for it. */
export function isChunkMissing(error: unknown): boolean {
  // by its words: browsers have no class and no code for it
  return error instanceof ChunkMissing || (error instanceof Error && browserSays.test(error.message))
}

/**
 * Loads a lazy part of the console; throws `ChunkMissing` when that fails or takes more than two minutes. Where a new
 * release took the part away, the page loads again instead, once.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkMissing('it took too long')), limit)
  })
  try {
    return await Promise.race([load(), late])
  } catch (error) {
    if (await isNewRelease()) {
      location.reload()
      return await new Promise(() => {})
    }
    throw error instanceof ChunkMissing ? error : new ChunkMissing(String(error), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

export const partMissing = { zh: '这部分没有加载出来', en: 'This part could not be loaded' }

/** Loads what a click needs; says so when it does not come, and answers nothing. */
export async function bringPart<T>(load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await loadChunk(load)
  } catch {
    toast.error(partMissing)
  }
}
