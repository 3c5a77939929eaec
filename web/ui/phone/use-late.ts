import { useEffect, useState } from 'react'

/** The debounced value: typed text is not requested at every letter. */
export function useLate<T>(value: T, ms = 250): T {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return late
}
