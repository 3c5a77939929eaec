import { useEffect, useState } from 'react'

/** Seconds until a time (unix seconds), counted down; 0 afterwards. */
export function useSecondsLeft(until: number): number {
  const [left, setLeft] = useState(() => secondsTo(until))
  useEffect(() => {
    setLeft(secondsTo(until))
    const timer = setInterval(() => setLeft(secondsTo(until)), 1_000)
    return () => clearInterval(timer)
  }, [until])
  return left
}

function secondsTo(until: number): number {
  return Math.max(0, Math.ceil(until - Date.now() / 1000))
}
