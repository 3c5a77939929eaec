import { useCallback, useEffect, useRef } from 'react'
import { useLook } from '../drawing/use-look.ts'
import { paint, type Picture } from '../drawing/paint.ts'
import { CanvasPen, clearMeasures } from '../drawing/pen.ts'
import { sightOf } from './camera.ts'
import type { Scenery } from './scenery.ts'

/** Draws the picture for the camera: immediately, or in the next frame. */
export function useDrawing({ canvas, camera, size, picture: latest }: Scenery, picture: Picture) {
  const frame = useRef(0)
  const look = useLook()
  const draw = useCallback(() => {
    frame.current = 0
    const context = canvas.current?.getContext('2d')
    const view = camera.current
    if (!context || !view) return
    const { width, height } = size.current
    const ratio = window.devicePixelRatio || 1
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.fillStyle = look.canvas
    context.fillRect(0, 0, width * ratio, height * ratio)
    const scale = view.k * ratio
    context.setTransform(scale, 0, 0, scale, view.x * ratio, view.y * ratio)
    paint(new CanvasPen(context), latest.current, look, view.k, sightOf(view, size.current))
  }, [canvas, camera, size, latest, look])
  const redraw = useCallback(() => {
    frame.current ||= requestAnimationFrame(draw)
  }, [draw])
  useEffect(redraw, [redraw, picture])
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  // characters of a name may be in a part of the font that is loaded when it is first drawn
  useEffect(() => {
    const onFont = () => (clearMeasures(), redraw())
    document.fonts.addEventListener('loadingdone', onFont)
    return () => document.fonts.removeEventListener('loadingdone', onFont)
  }, [redraw])
  return { draw, redraw }
}
