import { useEffect, useRef, useState, type RefObject } from 'react'
import type { TerminalHandle } from '../../../ui/terminal-view.tsx'
import type { CastText } from './cast.ts'

/** Milliseconds between two ticks. */
const STEP = 50
/** Clears the terminal. */
const RESET = '\u001bc'

/** Plays a recording into a terminal. Positions in seconds of the replay. */
export function usePlayer(shown: readonly CastText[], terminal: RefObject<TerminalHandle | null>) {
  const length = shown.at(-1)?.at ?? 0
  const [position, setPosition] = useState(0)
  const [playing, setPlaying] = useState(true)
  const [speed, setSpeed] = useState(1)
  const next = useRef(0)
  const now = useRef(0)

  const show = (until: number) => {
    const from = next.current
    while ((shown[next.current]?.at ?? Number.POSITIVE_INFINITY) <= until) next.current++
    const text = shown.slice(from, next.current).map((one) => one.text)
    if (text.length > 0) terminal.current?.write(text.join(''))
    now.current = until
    setPosition(until)
  }
  const seek = (to: number) => {
    const at = Math.min(length, Math.max(0, to))
    if (at < now.current) {
      next.current = 0
      terminal.current?.write(RESET)
    }
    show(at)
  }
  const latest = useRef(show)
  latest.current = show

  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => {
      const to = Math.min(length, now.current + (STEP / 1000) * speed)
      latest.current(to)
      if (to >= length) setPlaying(false)
    }, STEP)
    return () => clearInterval(timer)
  }, [playing, speed, length])

  const toggle = () => {
    if (!playing && now.current >= length) seek(0)
    setPlaying(!playing)
  }
  return { length, position, playing, speed, toggle, seek, setSpeed }
}
