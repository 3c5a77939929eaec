import { useEffect, useState } from 'react'

/** The value once it has rested for so many milliseconds: what is typed is not asked for letter by letter. */
export function useLate<T>(value: T, ms = 250): T {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return late
}
