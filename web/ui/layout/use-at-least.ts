import { useCallback, useSyncExternalStore } from 'react'

/** The breakpoints in pixels, named as in `styles/main.css` and Tailwind. */
export const widths = { md: 768, xl: 1280, search: 1400 } as const

/**
 * True while the window has at least that width. Content hidden by style alone is still rendered, which is slow on a
 * phone.
 */
export function useAtLeast(width: keyof typeof widths): boolean {
  const query = `(min-width: ${widths[width]}px)`
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
