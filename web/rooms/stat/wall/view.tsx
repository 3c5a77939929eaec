import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx'
import type { GeoMapHandle } from '../../../ui/geo-map/geo-map.tsx'
import { cx } from '../../../ui/base/join-classes.ts'
import { isTyping } from '../../../ui/base/shortcuts.ts'
import { SceneMap } from '../../scene/api.tsx'
import { AlarmFeed } from './alarm-feed.tsx'
import { CountsPanel } from './counts-panel.tsx'
import { FocusCard } from './focus-card.tsx'
import { TopScenes } from './top-scenes.tsx'
import { TrendRibbon } from './trend-ribbon.tsx'
import { useFocus } from './use-focus.ts'
import { useWallData, type WallData } from './use-wall-data.ts'
import { toggleFullScreen, WallHead } from './wall-head.tsx'

/** Zoom of a scene in focus: the neighbouring provinces stay visible. */
const NEAR = 5.6
/** Pixels by which the picture moves, one step per minute, to prevent burn-in. */
const wander = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
  [-2, 2],
  [-2, 0],
  [-2, -2],
  [0, -2],
  [2, -2],
] as const

/**
 * Overview for a wall display: fills the screen without scrolling from 1080p to 4K, is always dark, updates itself and
 * shows when it cannot. Space pauses the rotation, arrow keys move it, F toggles full screen.
 */
export function View() {
  const data = useWallData()
  const { focus, round, step, stopped, setStopped } = useFocus(data.map?.list, data.alarms)
  const [dx, dy] = useWander()
  useKeys({ step, toggle: () => setStopped((was) => !was) })
  const place = { at: Math.max(1, round.indexOf(focus.scene_id) + 1), of: round.length }
  const alarm = data.alarms?.find(({ id }) => id === focus.alarm_id)
  return (
    <main
      data-theme="dark"
      className="fixed inset-0 overflow-hidden bg-canvas leading-normal text-ink max-md:overflow-auto"
      style={{ fontSize: 'max(11px, min(100vw / 120, 100vh / 67.5))' }}
    >
      <div
        className="flex h-full flex-col gap-[0.75em] p-[0.75em] max-md:h-auto"
        style={{ transform: `translate(${dx}px, ${dy}px)` }}
      >
        <WallHead staleSince={data.staleSince} stopped={stopped} place={place} onStep={step} onStop={setStopped} />
        {data.failure ? (
          <ErrorState error={data.failure} className="m-auto" />
        ) : (
          <div
            className={cx(
              'flex min-h-0 flex-1 flex-col gap-[0.75em] transition-opacity',
              data.staleSince !== undefined && 'opacity-70',
            )}
          >
            <div className="grid min-h-0 flex-1 grid-cols-[25em_1fr_26em] gap-[0.75em] max-md:flex max-md:flex-col">
              <div className="flex min-h-0 flex-col gap-[0.75em]">
                <CountsPanel data={data} />
                <TopScenes rank={data.rank} />
              </div>
              <Suspense fallback={<div className="rounded-[0.5em] bg-surface" />}>
                <WallMap data={data} scene_id={focus.scene_id} alarm={alarm} />
              </Suspense>
              <div className="flex min-h-0 flex-col max-md:h-[30em]">
                <AlarmFeed alarms={data.alarms} drawn={focus.alarm_id} />
              </div>
            </div>
            <TrendRibbon traffic={data.traffic} terminals={data.terminals} />
          </div>
        )}
      </div>
    </main>
  )
}

interface WallMapProps {
  data: WallData
  scene_id: number
  alarm: NonNullable<WallData['alarms']>[number] | undefined
}

function WallMap({ data: { map }, scene_id, alarm }: WallMapProps) {
  const handle = useRef<GeoMapHandle>(null)
  const scene = map?.list.find(({ id }) => id === scene_id)
  const [lat, lng] = [scene?.lat, scene?.lng]
  useEffect(() => {
    if (typeof lat === 'number' && typeof lng === 'number') handle.current?.fly({ lat, lng, zoom: NEAR })
    else handle.current?.fit()
  }, [scene_id, lat, lng])
  const pulsing = useMemo(
    () => new Set(map?.list.filter(({ id, critical }) => critical > 0 || id === scene_id).map(({ id }) => id)),
    [map?.list, scene_id],
  )
  if (!map) return <div className="rounded-[0.5em] bg-surface" />
  return (
    <div className="relative min-h-0 overflow-hidden rounded-[0.5em] border border-line max-md:h-[24em]">
      <SceneMap
        ref={handle}
        still
        className="size-full"
        source={map}
        scenes={map.list}
        selected={scene_id}
        pulsing={pulsing}
        closest={6}
      />
      {map.list.length === 0 && (
        <EmptyState
          className="absolute inset-0"
          title={{ zh: '还没有场景', en: 'No scenes yet' }}
          hint={{ zh: '在控制台添加场景后会显示在这里', en: 'Scenes added in the console show here' }}
        />
      )}
      {scene && <FocusCard scene={scene} alarm={alarm} />}
    </div>
  )
}

function useWander(): readonly [number, number] {
  const [at, setAt] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setAt((was) => (was + 1) % wander.length), 60_000)
    return () => clearInterval(timer)
  }, [])
  return wander[at] ?? [0, 0]
}

function useKeys({ step, toggle }: { step: (by: 1 | -1) => void; toggle: () => void }): void {
  const latest = useRef({ step, toggle })
  latest.current = { step, toggle }
  useEffect(() => {
    const acts: Readonly<Record<string, () => void>> = {
      ' ': () => latest.current.toggle(),
      ArrowRight: () => latest.current.step(1),
      ArrowLeft: () => latest.current.step(-1),
      f: toggleFullScreen,
      F: toggleFullScreen,
    }
    const hear = (event: KeyboardEvent) => {
      const onButton = event.key === ' ' && (event.target as Element).closest('button')
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || onButton) return
      const act = acts[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
}
