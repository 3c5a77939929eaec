import type { Camera } from './camera.ts'

/** Pixels a pointer may move during a click. */
const STILL = 5

const keys: Readonly<Record<string, (camera: Camera) => void>> = {
  ArrowLeft: (camera) => camera.pan(80, 0),
  ArrowRight: (camera) => camera.pan(-80, 0),
  ArrowUp: (camera) => camera.pan(0, 80),
  ArrowDown: (camera) => camera.pan(0, -80),
  '+': (camera) => camera.zoomAt(1),
  '=': (camera) => camera.zoomAt(1),
  '-': (camera) => camera.zoomAt(-1),
}

/** Moves the map for a key; false if the key has no function. */
export function moveByKey(camera: Camera, key: string): boolean {
  keys[key]?.(camera)
  return key in keys
}

/**
 * Drag, pinch, wheel and double click on the element move the camera; `click` is called for a press without movement.
 */
export function followPointers(
  element: HTMLElement,
  camera: Camera,
  click: (x: number, y: number) => void,
): () => void {
  const stop = new AbortController()
  const down = new Map<number, { x: number; y: number }>()
  let travelled = 0
  const at = (event: MouseEvent) => {
    const box = element.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const on = <K extends keyof HTMLElementEventMap>(
    type: K,
    hear: (event: HTMLElementEventMap[K]) => void,
    passive = true,
  ) => element.addEventListener(type, hear, { signal: stop.signal, passive })

  on('pointerdown', (event) => {
    if (event.button !== 0 || (event.target as Element).closest('button, a')) return
    camera.stop()
    if (down.size === 0) travelled = 0
    down.set(event.pointerId, at(event))
    element.setPointerCapture(event.pointerId)
  })
  on('pointermove', (event) => {
    const before = down.get(event.pointerId)
    if (!before) return
    const now = at(event)
    travelled += Math.hypot(now.x - before.x, now.y - before.y)
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1]
    if (other) pinch(camera, before, now, other)
    else if (travelled > STILL) camera.pan(now.x - before.x, now.y - before.y)
    down.set(event.pointerId, now)
  })
  const up = (event: PointerEvent) => {
    if (!down.delete(event.pointerId) || event.type === 'pointercancel') return
    const { x, y } = at(event)
    if (down.size === 0 && travelled <= STILL) click(x, y)
  }
  on('pointerup', up)
  on('pointercancel', up)
  on('dblclick', (event) => {
    if ((event.target as Element).closest('button, a')) return
    const { x, y } = at(event)
    camera.zoomAt(1, x, y)
  })
  on(
    'wheel',
    (event) => {
      event.preventDefault()
      const { x, y } = at(event)
      const pixels = event.deltaMode === 1 ? event.deltaY * 24 : event.deltaY
      camera.stop()
      camera.zoomAt(Math.max(-1, Math.min(1, -pixels / 240)), x, y)
    },
    false,
  )
  return () => stop.abort()
}

interface Pixel {
  x: number
  y: number
}

function pinch(camera: Camera, before: Pixel, now: Pixel, other: Pixel): void {
  const gap = (pixel: Pixel) => Math.max(20, Math.hypot(pixel.x - other.x, pixel.y - other.y))
  camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2)
  camera.zoomAt(Math.log2(gap(now) / gap(before)), (now.x + other.x) / 2, (now.y + other.y) / 2)
}
