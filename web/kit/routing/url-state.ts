import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'

type UrlValue = string | number
type UrlState = Record<string, UrlValue>
export type UrlWriter<S> = (part: Partial<S>, options?: { push?: boolean }) => void

/**
 * State stored in the page's query: deep links and the back button work. Values have the type of their default;
 * defaults are omitted from the address. Other parts of the query are kept.
 */
export function useUrlState<S extends UrlState>(defaults: S): readonly [S, UrlWriter<S>] {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const navigate = useNavigate()
  const from = useRef(defaults)
  from.current = defaults

  // Callers create their defaults at every render, so they are compared by value.
  const said = JSON.stringify(defaults)
  const state = useMemo(() => readState(search, JSON.parse(said) as S), [search, said])
  const set = useCallback<UrlWriter<S>>(
    (part, { push = false } = {}) => {
      const search = (was: Record<string, string>) => writeState(was, part as UrlState, from.current)
      void navigate({ to: '.', search: search as never, replace: !push, resetScroll: false })
    },
    [navigate],
  )
  return [state, set]
}

/** Parses query texts as values of their defaults' types; invalid values become the default. */
export function readState<S extends UrlState>(search: Readonly<Record<string, string | undefined>>, defaults: S): S {
  const entries = Object.entries(defaults).map(([key, usual]) => [key, read(search[key], usual)])
  return Object.fromEntries(entries) as S
}

function read(text: string | undefined, usual: UrlValue): UrlValue {
  if (text === undefined) return usual
  if (typeof usual === 'string') return text
  const number = Number(text)
  return text.trim() === '' || !Number.isFinite(number) ? usual : number
}

/** The query with `part` merged in; values equal to their default are removed. */
export function writeState(
  was: Readonly<Record<string, string>>,
  part: UrlState,
  defaults: UrlState,
): Record<string, string> {
  const next: Record<string, string> = { ...was }
  for (const [key, value] of Object.entries(part)) {
    if (value === undefined || value === defaults[key]) delete next[key]
    else next[key] = String(value)
  }
  return next
}
