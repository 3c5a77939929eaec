import { useLayoutEffect } from 'react'

/**
 * Returns the focus to the element that had it when an overlay opened. The widgets do this themselves while they stay
 * mounted; ours are often unmounted when they close.
 */
export function useReturnFocus(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return undefined
    const before = document.activeElement
    return () => {
      requestAnimationFrame(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && before instanceof HTMLElement && before.isConnected) before.focus()
      })
    }
  }, [open])
}
