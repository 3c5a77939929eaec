import { readFirstPage } from '../calls/call.ts'

const key = 'belvedere.release'

/**
 * True if the server has another release of the console than this page, and this page was not reloaded for it before:
 * a proxy that caches old pages must not cause a reload loop.
 */
export async function isNewRelease(): Promise<boolean> {
  try {
    const served = entryOf(await readFirstPage())
    const running = document.querySelector('script[type="module"]')?.getAttribute('src')
    if (!served || served === running) return false
    const known = sessionStorage.getItem(key) === served
    sessionStorage.setItem(key, served)
    return !known
  } catch {
    return false
  }
}

/** Address of the entry module of a page; its name contains a hash of all its imports. */
export function entryOf(page: string): string | undefined {
  return /<script\b(?=[^>]*\btype="module")[^>]*\bsrc="([^"]+)"/.exec(page)?.[1]
}
