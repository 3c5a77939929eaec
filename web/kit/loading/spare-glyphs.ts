import { quietFiles } from './quiet-files.ts'

/** Set once this browser has needed the fonts: they are cached, so the next page may use them immediately. */
const key = 'belvedere.glyphs'

/**
 * Chinese fonts for systems without one. A page of text needs a dozen of their files, half a megabyte: the first time,
 * they are loaded after the main content, which they would otherwise delay by seconds on a slow line.
 */
export async function loadSpareGlyphs(load: () => Promise<unknown>): Promise<void> {
  if (!localStorage.getItem(key)) await quietFiles()
  await load()
  await document.fonts.ready
  const used = [...document.fonts].some(({ status }) => status === 'loaded')
  if (used) localStorage.setItem(key, '1')
}
