import { useLayoutEffect } from 'react'

/**
 * Gives the keyboard back to where it was when something opened over the page. The widgets do so themselves as long as they
 * stay mounted; ours are often taken away in the moment they close.
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
