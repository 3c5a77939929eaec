import { useCallback, useSyncExternalStore } from 'react'

/** The widths at which the frame has room for more, as `styles/main.css` and Tailwind name them. Pixels. */
export const widths = { md: 768, xl: 1280, search: 1400 } as const

/** True while the window is that wide. What is hidden by style alone is still built, which a telephone feels. */
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
