import { slideCaptcha } from '@belvedere/pure/slide-captcha.ts'
import { ArrowRight, Check, RotateCw, X } from 'lucide-react'
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { IconButton } from './icon-button.tsx'
import { cx } from './join-classes.ts'
import { Spinner } from './spinner.tsx'
import { say } from './words.ts'

/** Pictures made by the server, as data URLs; measures in pixels of the picture. */
export interface SlidePuzzle {
  image: string
  piece: string
  width: number
  height: number
  piece_width: number
  /** Top of the piece. */
  y: number
}

export interface Slide {
  /** Left edge of the piece when it was let go. */
  x: number
  /** Vertical position at every sample. */
  trail: number[]
  /** How long the drag took, milliseconds. */
  ms: number
}

export type SlideState = 'idle' | 'checking' | 'success' | 'fail' | 'again'

interface SlideCaptchaProps {
  /** Undefined while it is on its way. */
  puzzle: SlidePuzzle | undefined
  state: SlideState
  onSlide: (slide: Slide) => void
  onRefresh: () => void
}

const handle = 40
const words = {
  idle: { zh: '向右拖动滑块完成拼图', en: 'Drag the slider to complete the picture' },
  checking: { zh: '验证中', en: 'Checking' },
  success: { zh: '验证通过', en: 'Verified' },
  fail: { zh: '未对齐，请重试', en: 'Not quite; try again' },
  again: { zh: '拖动过于规则，请再试一次', en: 'Too regular for a hand; try again' },
}

/** A piece is dragged into the gap of a picture. The caller has the server judge the slide and says how it went. */
export function SlideCaptcha({ puzzle, state, onSlide, onRefresh }: SlideCaptchaProps) {
  const { width, height } = slideCaptcha
  const drag = useDrag(
    width - (puzzle?.piece_width ?? slideCaptcha.box),
    state === 'idle' && puzzle !== undefined,
    onSlide,
  )
  const { reset } = drag
  useEffect(reset, [puzzle, reset])
  const bad = state === 'fail' || state === 'again'
  return (
    <div style={{ width }} className="max-w-full select-none">
      <div style={{ width, height }} className="relative overflow-hidden rounded-md bg-sunken">
        {puzzle ? (
          <>
            <img src={puzzle.image} alt="" draggable={false} className="block" width={width} height={height} />
            <img
              src={puzzle.piece}
              alt=""
              draggable={false}
              style={{ top: puzzle.y, transform: `translateX(${drag.x}px)` }}
              className={cx('absolute left-0 drop-shadow-md', bad && 'opacity-60')}
            />
          </>
        ) : (
          <div className="later flex h-full items-center justify-center text-faint">
            <Spinner />
          </div>
        )}
        <IconButton
          icon={RotateCw}
          size="s"
          label={{ zh: '换一张', en: 'Another picture' }}
          onClick={onRefresh}
          disabled={state === 'checking'}
          className="absolute top-1.5 right-1.5 bg-raised/85"
        />
      </div>
      <div
        style={{ width }}
        className={cx(
          'relative mt-3 h-10 rounded-md border bg-sunken',
          bad ? 'border-danger-dot' : state === 'success' ? 'border-success-dot' : 'border-line',
        )}
      >
        <div
          style={{ width: drag.left + handle }}
          className={cx(
            'absolute inset-y-0 left-0 rounded-md',
            bad ? 'bg-danger-soft' : state === 'success' ? 'bg-success-soft' : drag.left > 0 && 'bg-accent-soft',
          )}
        />
        <p
          aria-live="polite"
          className={cx(
            'absolute inset-0 flex items-center justify-center pl-8 text-xs',
            bad ? 'text-danger' : 'text-soft',
            drag.left > 0 && !bad && 'invisible',
          )}
        >
          {say(words[state])}
        </p>
        <div
          role="slider"
          tabIndex={0}
          aria-label={say(words.idle)}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round((drag.left / (width - handle)) * 100)}
          {...drag.handlers}
          style={{ transform: `translateX(${drag.left}px)`, width: handle }}
          className="absolute inset-y-0 left-0 flex cursor-grab touch-none items-center justify-center rounded-md border border-strong bg-raised text-soft shadow-card active:cursor-grabbing"
        >
          <Mark state={state} />
        </div>
      </div>
    </div>
  )
}

function Mark({ state }: { state: SlideState }) {
  if (state === 'checking') return <Spinner />
  const Icon = state === 'success' ? Check : state === 'idle' ? ArrowRight : X
  return (
    <Icon
      size={16}
      aria-hidden="true"
      className={state === 'success' ? 'text-success' : state === 'idle' ? '' : 'text-danger'}
    />
  )
}

/** Follows the pointer, sampling its height; the piece travels its own way while the handle travels the track. */
function useDrag(travel: number, active: boolean, onSlide: (slide: Slide) => void) {
  const [left, setLeft] = useState(0)
  const start = useRef<{ x: number; at: number; sampled: number; trail: number[] }>(undefined)
  const track = slideCaptcha.width - handle
  const xOf = (position: number) => (position / track) * travel
  const reset = useRef(() => setLeft(0)).current

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!active || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX - left, at: performance.now(), sampled: 0, trail: [Math.round(event.clientY)] }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const from = start.current
    if (!from) return
    const position = event.clientX - from.x
    // Outside the track nothing moves.
    if (position < 0 || position > track) return
    setLeft(position)
    const now = performance.now()
    if (now - from.sampled < slideCaptcha.throttle) return
    from.sampled = now
    from.trail.push(Math.round(event.clientY))
  }
  const onPointerUp = () => {
    const from = start.current
    start.current = undefined
    if (from && left > 0)
      onSlide({ x: Math.round(xOf(left) * 10) / 10, trail: from.trail, ms: Math.round(performance.now() - from.at) })
  }
  return {
    left,
    x: xOf(left),
    reset,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
  }
}
