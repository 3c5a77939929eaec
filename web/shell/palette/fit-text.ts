import type { Fit } from '../../kit/routing/define-finder.ts'
import { readingsOf } from './pinyin.ts'

const chinese = /\p{Script=Han}/u

/**
 * How well a text fits what is typed: it begins with it, a word in it does, it contains it, or its Chinese is typed in
 * pinyin, in full, by initials or both (`sbgl`, `shebei`, `shebgl` for 设备管理). Undefined when it does not fit.
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
    // what only Latin letters make up would have been found as it stands
    if (to !== undefined) return { rank: from === 0 ? 3 : 4, from, to }
  }
  return undefined
}

/** Where a walk from `at` ends that takes the first letters, or all, of every character; undefined when there is none. */
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
