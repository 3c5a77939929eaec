import { toast } from '../../ui/feedback/toast.tsx'
import { isNewRelease } from './new-release.ts'

/** Milliseconds. */
const limit = 120_000

/** A part of the console could not be loaded: no network, or a new version replaced it. */
export class ChunkMissing extends Error {
  override name = 'ChunkMissing'
  /** Address of its file, if the browser reports it. */
  get address(): string | undefined {
    return /https?:\/\/[^\s?]+\.js/.exec(this.message)?.[0]
  }
}

/** Messages of browsers about modules, and of Vite about style sheets, that could not be loaded. */
const browserSays = /dynamically imported module|module script failed|preload CSS/i

/** True for an error about a part that could not be loaded. */
export function isChunkMissing(error: unknown): boolean {
  // by its words: browsers have no class and no code for it
  return error instanceof ChunkMissing || (error instanceof Error && browserSays.test(error.message))
}

/**
 * Loads a lazy part of the console; throws `ChunkMissing` on failure or after two minutes. If a new release removed
 * the part, the page is reloaded once instead.
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

/** Loads a part for a click; shows a message on failure and returns undefined. */
export async function bringPart<T>(load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await loadChunk(load)
  } catch {
    toast.error(partMissing)
  }
}
