import { readFirstPage } from '../calls/call.ts'

const key = 'belvedere.release'

/**
 * True when the server has another release of the console than this page, and this page was not loaded again for it
 * before: a proxy that keeps old pages must not send the browser round in circles.
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

/** Address of the module a page begins with; its name carries a hash of all it imports. */
export function entryOf(page: string): string | undefined {
  return /<script\b(?=[^>]*\btype="module")[^>]*\bsrc="([^"]+)"/.exec(page)?.[1]
}
