import type { Fit } from '../../kit/routing/define-finder.ts'
import { readingsOf } from './pinyin.ts'

const chinese = /\p{Script=Han}/u

/**
 * Match quality of a text: it starts with the typed text, one of its words does, it contains it, or its Chinese
 * matches pinyin in full, by initials or both (`sbgl`, `shebei`, `shebgl` for 设备管理). Undefined without a match.
 */
export function fitText(text: string, typed: string): Fit | undefined {
  const wanted = typed.trim().toLowerCase()
  if (!wanted) return undefined
  const lower = text.toLowerCase()
  const from = lower.indexOf(wanted)
  if (from >= 0) {
    const rank = from === 0 ? 0 : /[\s\-_/.·]/.test(lower[from - 1] ?? '') ? 1 : 2
    return { rank, from, to: from + wanted.length }
  }
  return chinese.test(text) && /^[a-z0-9 ]+$/.test(wanted) ? fitPinyin(text, wanted.replaceAll(' ', '')) : undefined
}

function fitPinyin(text: string, wanted: string): Fit | undefined {
  const letters = [...text].map(readingsOf)
  for (let from = 0; from < letters.length; from++) {
    const to = walk(letters, from, wanted)
    // a text of Latin letters only was already compared directly
    if (to !== undefined) return { rank: from === 0 ? 3 : 4, from, to }
  }
  return undefined
}

/**
 * End of a match that starts at `at` and consumes the first letter, or all letters, of every character; undefined
 * without a match.
 */
function walk(letters: readonly (readonly string[])[], at: number, wanted: string): number | undefined {
  if (wanted === '') return at
  for (const reading of letters[at] ?? []) {
    for (let take = Math.min(reading.length, wanted.length); take > 0; take--) {
      if (!wanted.startsWith(reading.slice(0, take))) continue
      const end = walk(letters, at + 1, wanted.slice(take))
      if (end !== undefined) return end
    }
  }
  return undefined
}
