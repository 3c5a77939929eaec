import { quietFiles } from './quiet-files.ts'

/** Set once this browser has needed the fonts: it keeps them, so the next page may take them at once. */
const key = 'belvedere.glyphs'

/**
 * Chinese glyphs for machines without a Chinese font. A screen of text needs a dozen files of them, half a megabyte: the
 * first time they wait until the page has what it is for, which would otherwise come seconds later on a slow line.
 */
export async function loadSpareGlyphs(load: () => Promise<unknown>): Promise<void> {
  if (!localStorage.getItem(key)) await quietFiles()
  await load()
  await document.fonts.ready
  const used = [...document.fonts].some(({ status }) => status === 'loaded')
  if (used) localStorage.setItem(key, '1')
}
