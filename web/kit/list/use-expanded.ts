import { useMemo } from 'react'
import { useUrlState } from '../routing/url-state.ts'

/** Expanded rows of one list, stored in the page's query: `?expand=12,15`. */
export function useExpanded(prefix: string) {
  const key = `${prefix}expand`
  const [url, set] = useUrlState<Record<string, string>>({ [key]: '' })
  const text = url[key] ?? ''
  const expanded = useMemo<ReadonlySet<string>>(() => new Set(text.split(',').filter(Boolean)), [text])
  return { expanded, onExpanded: (keys: ReadonlySet<string>) => set({ [key]: [...keys].join(',') }) }
}
