import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  type CriticalAlarm,
  drawnBy,
  type Fare,
  type Focus,
  focusOn,
  newCritical,
  roundOf,
  stepped,
} from './wall-focus.ts'

const BEAT = 1_000

/** Rotates through the scenes automatically, and jumps to a new critical alarm; can be paused and moved manually. */
export function useFocus(scenes: readonly Fare[] | undefined, alarms: readonly CriticalAlarm[] | undefined) {
  const [focus, setFocus] = useState<Focus>(() => focusOn(0, Date.now()))
  const [stopped, setStopped] = useState(false)
  const round = useMemo(() => roundOf(scenes ?? []), [scenes])
  const latest = useRef(round)
  latest.current = round
  const seen = useRef<number>(undefined)

  const step = useCallback((by: 1 | -1) => setFocus((was) => stepped(was, latest.current, by, Date.now())), [])
  useEffect(() => {
    if (stopped) return
    const timer = setInterval(
      () => setFocus((was) => (Date.now() < was.until ? was : stepped(was, latest.current, 1, Date.now()))),
      BEAT,
    )
    return () => clearInterval(timer)
  }, [stopped])
  useEffect(() => {
    if (!alarms) return
    const newest = alarms.reduce((most, { id }) => Math.max(most, id), seen.current ?? 0)
    // alarms that existed at the start are not new
    const fresh = seen.current === undefined ? undefined : newCritical(alarms, seen.current)
    seen.current = newest
    if (fresh) setFocus(drawnBy(fresh, Date.now()))
  }, [alarms])
  const known = round.includes(focus.scene_id) || scenes?.some(({ id }) => id === focus.scene_id)
  return { focus: known ? focus : { ...focus, scene_id: 0 }, round, step, stopped, setStopped }
}
