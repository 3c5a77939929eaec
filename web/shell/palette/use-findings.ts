import { useEffect, useState } from 'react'
import type { Finder, FoundEntry } from '../../kit/routing/define-finder.ts'
import { isSilent } from '../../kit/calls/refusal.ts'
import { holdsOne, useSession } from '../../kit/session/session.ts'
import { fitText } from './fit-text.ts'

const files = import.meta.glob<{ finder: Finder }>('../../rooms/*/{finder,*-finder}.tsx', { eager: true })
const finders = Object.values(files)
  .map(({ finder }) => finder)
  .sort((a, b) => a.order - b.order)

/** Milliseconds of debounce: the pause between two keys of a word is shorter, and not every key needs a request. */
const pause = 120

export interface FinderAnswer {
  finder: Finder
  typed: string
  list: readonly FoundEntry[]
}

/** The findings of the rooms for the typed text, each as soon as it is available; `busy` while a finder runs. */
export function useFindings(typed: string): { answers: readonly FinderAnswer[]; busy: boolean; failed: boolean } {
  const held = useSession((s) => s.permissions)
  const [answers, setAnswers] = useState<ReadonlyMap<Finder, FinderAnswer>>(new Map())
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    setFailed(false)
    setBusy(typed !== '')
    if (!typed) return setAnswers(new Map())
    const stop = new AbortController()
    const ask = async (finder: Finder) => {
      try {
        const list = await finder.find(typed, (text) => fitText(text, typed), stop.signal)
        if (!stop.signal.aborted) setAnswers((was) => new Map(was).set(finder, { finder, typed, list }))
      } catch (error) {
        if (!stop.signal.aborted && !isSilent(error)) setFailed(true)
      }
    }
    const timer = setTimeout(() => {
      const mine = finders.filter(
        ({ permission, minLength = 1 }) => holdsOne(held, permission) && typed.trim().length >= minLength,
      )
      void Promise.all(mine.map(ask)).then(() => !stop.signal.aborted && setBusy(false))
    }, pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [typed, held])
  // Findings for a prefix of the typed text may still match; findings for another text do not.
  const fresh = finders
    .flatMap((finder) => answers.get(finder) ?? [])
    .filter((answer) => typed.startsWith(answer.typed))
  return { answers: fresh, busy, failed }
}
