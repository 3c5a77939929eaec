import { useEffect, useState } from 'react'
import type { Finder, FoundEntry } from '../../kit/routing/define-finder.ts'
import { isSilent } from '../../kit/calls/refusal.ts'
import { holdsOne, useSession } from '../../kit/session/session.ts'
import { fitText } from './fit-text.ts'

const files = import.meta.glob<{ finder: Finder }>('../../rooms/*/{finder,*-finder}.tsx', { eager: true })
const finders = Object.values(files)
  .map(({ finder }) => finder)
  .sort((a, b) => a.order - b.order)

/** Nobody types slower than this between two keys of a word, and a server need not be asked for each. */
const pause = 120

export interface FinderAnswer {
  finder: Finder
  typed: string
  list: readonly FoundEntry[]
}

/** What the rooms find for what is typed, each as soon as it knows; `busy` while one still looks. */
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
  // An answer to less than what is typed now may still fit; one to something else does not.
  const fresh = finders
    .flatMap((finder) => answers.get(finder) ?? [])
    .filter((answer) => typed.startsWith(answer.typed))
  return { answers: fresh, busy, failed }
}
