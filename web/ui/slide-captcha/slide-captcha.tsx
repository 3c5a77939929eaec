import { slideCaptcha } from '@belvedere/pure/sign-in/slide-captcha.ts'
import { ArrowRight, Check, RotateCw, X } from 'lucide-react'
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { cx } from '../base/join-classes.ts'
import { Spinner } from '../feedback/spinner.tsx'
import { say } from '../base/words.ts'

/** Pictures made by the server, as data URLs; sizes in pixels of the picture. */
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
  /** Left edge of the piece at release. */
  x: number
  /** Vertical position at every sample. */
  trail: number[]
  /** Duration of the drag in milliseconds. */
  ms: number
}

/** The result of a slide: `fail` missed the gap, `again` was too regular for a human. */
export type SlideVerdict = 'success' | 'fail' | 'again'
type SlideState = 'idle' | 'dragging' | 'checking' | SlideVerdict

interface SlideCaptchaProps {
  /** Undefined while loading. */
  puzzle: SlidePuzzle | undefined
  /** Sends the slide to the server for evaluation; undefined: no result, for example without network. */
  verify: (slide: Slide) => Promise<SlideVerdict | undefined>
  /** With the duration of the drag in milliseconds. */
  onSuccess?: (ms: number) => void
  onFail?: () => void
  onAgain?: () => void
  /** Requests another picture: by the user, or because the last one is used. */
  onRefresh: () => void
}

const handle = 40
const words = {
  idle: { zh: '向右拖动滑块完成拼图', en: 'Drag the slider to complete the picture' },
  dragging: { zh: '', en: '' },
  checking: { zh: '验证中', en: 'Checking' },
  success: { zh: '验证通过，用时 {seconds} 秒', en: 'Verified in {seconds} s' },
  fail: { zh: '未对齐，请重试', en: 'Not quite; try again' },
  again: { zh: '拖动过于规则，请再试一次', en: 'Too regular for a hand; try again' },
}

/**
 * A piece is dragged into the gap of a picture. States: idle, dragging, then success; or fail or again, which restart
 * with another picture. The server evaluates the slide; a picture is valid for one slide.
 */
export function SlideCaptcha(props: SlideCaptchaProps) {
  const { puzzle, onRefresh } = props
  const { width, height } = slideCaptcha
  const { state, ms, begin, judge } = useVerdict(props)
  const travel = width - (puzzle?.piece_width ?? slideCaptcha.box)
  const drag = useDrag(travel, puzzle !== undefined && state === 'idle', begin, judge)
  const { reset } = drag
  useEffect(reset, [puzzle, reset])
  const bad = state === 'fail' || state === 'again'
  return (
    <div style={{ width }} className="max-w-full select-none">
      <div style={{ width, height }} className="relative overflow-hidden rounded-md bg-sunken">
        {puzzle ? (
          <>
            <img src={puzzle.image} alt="" draggable={false} className="block size-full" />
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
            state === 'dragging' && 'invisible',
          )}
        >
          {say(words[state], { seconds: (ms / 1000).toFixed(1) })}
        </p>
        <div
          // for pointers only: users who cannot drag answer a question instead
          aria-hidden="true"
          data-handle=""
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
  const Icon = state === 'success' ? Check : isOpen(state) ? ArrowRight : X
  return (
    <Icon
      size={16}
      aria-hidden="true"
      className={state === 'success' ? 'text-success' : isOpen(state) ? '' : 'text-danger'}
    />
  )
}

const isOpen = (state: SlideState) => state === 'idle' || state === 'dragging'

/** State of the slide, and the events of its end. */
function useVerdict({ puzzle, verify, onSuccess, onFail, onAgain, onRefresh }: SlideCaptchaProps) {
  const [state, setState] = useState<SlideState>('idle')
  const [ms, setMs] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    setState('idle')
    return () => clearTimeout(timer.current)
  }, [puzzle])
  const judge = async (slide: Slide | undefined) => {
    if (!slide) return setState('idle')
    setState('checking')
    setMs(slide.ms)
    const verdict = (await verify(slide)) ?? 'fail'
    setState(verdict)
    if (verdict === 'success') return onSuccess?.(slide.ms)
    if (verdict === 'fail') onFail?.()
    else onAgain?.()
    timer.current = setTimeout(onRefresh, slideCaptcha.failureReset)
  }
  return { state, ms, begin: () => setState('dragging'), judge }
}

/**
 * Follows the pointer and samples its height; the piece moves over its own distance while the handle moves over the
 * track.
 */
function useDrag(travel: number, active: boolean, onBegin: () => void, onEnd: (slide: Slide | undefined) => void) {
  const [left, setLeft] = useState(0)
  const start = useRef<{ x: number; at: number; sampled: number; trail: number[] }>(undefined)
  const track = slideCaptcha.width - handle
  const xOf = (position: number) => (position / track) * travel
  const reset = useRef(() => setLeft(0)).current

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!active || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX - left, at: performance.now(), sampled: 0, trail: [Math.round(event.clientY)] }
    onBegin()
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const from = start.current
    if (!from) return
    const position = event.clientX - from.x
    // Outside of the track nothing moves.
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
    if (!from) return
    const ms = Math.round(performance.now() - from.at)
    onEnd(left > 0 ? { x: Math.round(xOf(left) * 10) / 10, trail: from.trail, ms } : undefined)
  }
  return {
    left,
    x: xOf(left),
    reset,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
  }
}
