import { useEffect, useRef, type RefObject } from 'react'

/** Puts the focus into the first wrong field of the form each time `problems` change. */
export function useFocusWrong<T extends HTMLElement>(problems: unknown): RefObject<T | null> {
  const form = useRef<T>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])
  return form
}
