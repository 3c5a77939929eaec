import { useEffect, useRef, type RefObject } from 'react'

/** Focuses the first invalid field of the form after each change of `problems`. */
export function useFocusWrong<T extends HTMLElement>(problems: unknown): RefObject<T | null> {
  const form = useRef<T>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])
  return form
}
