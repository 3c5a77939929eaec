import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react'
import { useTheme } from '../../../kit/theme.ts'
import { say } from '../../../kit/words.ts'
import { type Camera, fitTo, sightOf, type Size, toWorld, zoomAt } from './camera.ts'
import type { Otherwise } from './compare.ts'
import { readLook } from './look.ts'
import { nameOf, type NetEdge, noteOf, type PlacedNode, type Spot } from './network.ts'
import { lanesOf, paint, type Picture, wayOf } from './paint.ts'
import { CanvasPen, forgetMeasures } from './pen.ts'
import { boxOf, distanceTo, isOver } from './shapes.ts'

export interface StageHandle {
  fit(): void
  zoom(factor: number): void
  /** Brings a node into the middle. */
  show(id: string): void
}

interface StageProps {
  nodes: readonly PlacedNode[]
  edges: readonly NetEdge[]
  lit: ReadonlySet<string> | undefined
  hits: ReadonlySet<string> | undefined
  marks: ReadonlyMap<string, Otherwise> | undefined
  chosen: string | undefined
  mayMove: boolean
  onChoose: (id: string | undefined) => void
  onMove: (spots: ReadonlyMap<string, Spot>) => void
  /** A node of the tray was dropped here. */
  onDrop: (id: string, spot: Spot) => void
  handle: Ref<StageHandle>
}

/** Pixels a pointer may shake without meaning a drag, and from a line that still counts as on it. */
const SHAKE = 4
const NEAR = 7
/** Nearness at which texts can be read, and nodes up to which that matters more than to see all of them. */
const READABLE = 0.62
const FEW = 60
/** Nearness at which a node that is asked for is shown. */
const CLOSE = 0.9
/** World units a node moves by one arrow key. */
const STEP = 20

interface Drag {
  start: Spot
  last: Spot
  /** Nodes that move with the pointer; none: the view does. */
  from: Map<string, Spot>
  moved: boolean
}

/** The drawing itself: one canvas, whatever the size of the network. */
export function Stage(props: StageProps) {
  const { nodes, edges, lit, hits, marks, chosen, mayMove, onChoose, onMove, onDrop, handle } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const camera = useRef<Camera>(undefined)
  const size = useRef<Size>({ width: 0, height: 0 })
  const drag = useRef<Drag>(undefined)
  const pointers = useRef(new Map<number, Spot>())
  const frame = useRef(0)
  /** Asked for before there was a view. */
  const wanted = useRef<string>(undefined)
  const [moving, setMoving] = useState<ReadonlyMap<string, Spot>>()
  const [hovered, hover] = useState<string>()
  const [focused, focus] = useState<string>()
  const theme = useTheme((s) => s.theme)
  const look = useMemo(() => readLook(), [theme]) // oxlint-disable-line react-hooks/exhaustive-deps -- the theme decides what it reads

  const shown = useMemo(
    () => (moving ? nodes.map((node) => ({ ...node, ...moving.get(node.id) })) : nodes),
    [nodes, moving],
  )
  const at = useMemo(() => new Map(shown.map((node) => [node.id, node])), [shown])
  const lanes = useMemo(() => lanesOf(edges), [edges])
  const picture: Picture = useMemo(
    () => ({ nodes: shown, edges, at, lanes, lit, hits, chosen: chosen ?? focused, hovered, marks }),
    [shown, edges, at, lanes, lit, hits, chosen, focused, hovered, marks],
  )
  const latest = useRef(picture)
  latest.current = picture

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
    const scale = view.zoom * ratio
    context.setTransform(
      scale,
      0,
      0,
      scale,
      (width / 2 - view.x * view.zoom) * ratio,
      (height / 2 - view.y * view.zoom) * ratio,
    )
    paint(new CanvasPen(context), latest.current, look, view.zoom, sightOf(view, size.current))
  }, [look])
  const redraw = useCallback(() => {
    frame.current ||= requestAnimationFrame(draw)
  }, [draw])
  useEffect(redraw, [redraw, picture])
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  // letters of a name may be in a part of the font that is fetched when it is first drawn
  useEffect(() => {
    const onFont = () => (forgetMeasures(), redraw())
    document.fonts.addEventListener('loadingdone', onFont)
    return () => document.fonts.removeEventListener('loadingdone', onFont)
  }, [redraw])

  const fit = useCallback(() => {
    if (latest.current.nodes.length > 0) camera.current = fitTo(boxOf(latest.current.nodes), size.current)
    redraw()
  }, [redraw])

  /** Everything; on a small screen the top of it, as large as can be read. */
  const begin = useCallback(() => {
    fit()
    const view = camera.current
    const node = latest.current.at.get(wanted.current ?? '')
    wanted.current = undefined
    if (view && node) return void (camera.current = { x: node.x, y: node.y, zoom: Math.max(CLOSE, view.zoom) })
    const root = latest.current.nodes.find(({ parent }) => parent === null)
    if (!view || !root || view.zoom >= READABLE || latest.current.nodes.length > FEW) return
    camera.current = { x: root.x, y: root.y + size.current.height / READABLE / 2 - 60, zoom: READABLE }
    redraw()
  }, [fit, redraw])

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element
      const ratio = window.devicePixelRatio || 1
      element.width = width * ratio
      element.height = height * ratio
      size.current = { width, height }
      if (camera.current) draw()
      else if (width > 0) begin()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [draw, begin])
  const isThere = nodes.length > 0
  useEffect(() => {
    if (isThere && !camera.current && size.current.width > 0) begin()
  }, [isThere, begin])

  const zoom = useCallback(
    (factor: number, spot?: Spot) => {
      const { width, height } = size.current
      if (camera.current)
        camera.current = zoomAt(camera.current, size.current, spot ?? { x: width / 2, y: height / 2 }, factor)
      redraw()
    },
    [redraw],
  )
  const show = useCallback(
    (id: string) => {
      const node = latest.current.at.get(id)
      if (!camera.current) wanted.current = id
      else if (node) camera.current = { x: node.x, y: node.y, zoom: Math.max(CLOSE, camera.current.zoom) }
      redraw()
    },
    [redraw],
  )
  useImperativeHandle(handle, () => ({ fit, zoom, show }), [fit, zoom, show])

  // React listens passively to the wheel, and the page must not scroll with the drawing
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const view = camera.current
      if (!view) return
      if (event.ctrlKey || event.metaKey || Math.abs(event.deltaY) >= 50 || event.deltaMode !== 0)
        return zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY)) * (event.ctrlKey ? 0.008 : 0.0022)), {
          x: event.offsetX,
          y: event.offsetY,
        })
      camera.current = { ...view, x: view.x + event.deltaX / view.zoom, y: view.y + event.deltaY / view.zoom }
      redraw()
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [zoom, redraw])

  const find = (spot: Spot): string | undefined => {
    const view = camera.current
    if (!view) return undefined
    const world = toWorld(view, size.current, spot)
    const list = latest.current.nodes
    for (let n = list.length - 1; n >= 0; n--) if (isOver(list[n] as PlacedNode, world)) return list[n]?.id
    let best: { id: string; far: number } | undefined
    for (const edge of edges) {
      const way = wayOf(edge, latest.current)
      const far = way ? distanceTo(way.slice(-3), world) * view.zoom : NEAR
      if (far < Math.min(NEAR, best?.far ?? NEAR)) best = { id: edge.id, far }
    }
    return best?.id
  }

  const spotOf = (event: { clientX: number; clientY: number }): Spot => {
    const { left, top } = canvas.current?.getBoundingClientRect() ?? { left: 0, top: 0 }
    return { x: event.clientX - left, y: event.clientY - top }
  }

  const press = (event: React.PointerEvent<HTMLCanvasElement>) => {
    const spot = spotOf(event)
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, spot)
    const id = event.button === 0 ? find(spot) : undefined
    const node = id === undefined ? undefined : at.get(id)
    const together = node && mayMove ? (event.shiftKey ? withBelow(nodes, node.id) : [node]) : []
    drag.current = {
      start: spot,
      last: spot,
      moved: false,
      from: new Map(together.map(({ id, x, y }) => [id, { x, y }])),
    }
  }
  const move = (event: React.PointerEvent) => {
    const spot = spotOf(event)
    const view = camera.current
    const { current: held } = drag
    if (!held || !view) return hover(find(spot))
    const before = pointers.current.get(event.pointerId) ?? spot
    pointers.current.set(event.pointerId, spot)
    if (pointers.current.size === 2) {
      const [a, b] = [...pointers.current.values()] as [Spot, Spot]
      const other = a === spot ? b : a
      const factor =
        Math.hypot(spot.x - other.x, spot.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y))
      held.moved = true
      return zoom(factor, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
    }
    held.moved ||= Math.hypot(spot.x - held.start.x, spot.y - held.start.y) > SHAKE
    if (!held.moved) return
    if (held.from.size > 0) {
      const by = { x: (spot.x - held.start.x) / view.zoom, y: (spot.y - held.start.y) / view.zoom }
      setMoving(
        new Map([...held.from].map(([id, { x, y }]) => [id, { x: Math.round(x + by.x), y: Math.round(y + by.y) }])),
      )
    } else {
      camera.current = {
        ...view,
        x: view.x - (spot.x - held.last.x) / view.zoom,
        y: view.y - (spot.y - held.last.y) / view.zoom,
      }
      redraw()
    }
    held.last = spot
  }
  const end = (event: React.PointerEvent) => {
    pointers.current.delete(event.pointerId)
    const { current: held } = drag
    if (pointers.current.size > 0 || !held) return
    drag.current = undefined
    if (!held.moved && event.type === 'pointerup') onChoose(find(spotOf(event)))
    else if (moving && event.type === 'pointerup') onMove(moving)
    setMoving(undefined)
  }

  const onKey = (event: React.KeyboardEvent) => {
    const arrows: Record<string, Spot> = {
      ArrowUp: { x: 0, y: -1 },
      ArrowDown: { x: 0, y: 1 },
      ArrowLeft: { x: -1, y: 0 },
      ArrowRight: { x: 1, y: 0 },
    }
    const arrow = arrows[event.key]
    const node = focused === undefined ? undefined : at.get(focused)
    if (arrow && (event.ctrlKey || event.metaKey) && node && mayMove)
      onMove(new Map([[node.id, { x: node.x + arrow.x * STEP, y: node.y + arrow.y * STEP }]]))
    else if (arrow) {
      const next = nextOf(nodes, node, event.key)
      if (!next) return
      focus(next.id)
      show(next.id)
    } else if (event.key === 'Enter' && node) onChoose(node.id)
    else if (event.key === '+' || event.key === '=') zoom(1.25)
    else if (event.key === '-') zoom(0.8)
    else if (event.key === '0') fit()
    else return
    event.preventDefault()
  }

  const told = focused === undefined ? undefined : at.get(focused)
  return (
    <>
      <canvas
        ref={canvas}
        tabIndex={0}
        // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- a drawing that is walked by keys
        role="application"
        aria-label={say(
          {
            zh: '网络拓扑图，共 {n} 个节点。方向键沿链路移动，回车查看详情，加减号缩放，0 显示全部',
            en: 'Topology with {n} {n:node|nodes}. Arrow keys move along links, Enter opens details, plus and minus zoom, 0 shows all',
          },
          { n: nodes.length },
        )}
        className="block size-full cursor-grab touch-none rounded-[inherit] outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent active:cursor-grabbing data-over:cursor-pointer"
        data-over={hovered === undefined ? undefined : ''}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
        onPointerLeave={() => hover(undefined)}
        onKeyDown={onKey}
        onDragOver={(event) => mayMove && event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          const id = event.dataTransfer.getData('text/plain')
          if (!camera.current || !mayMove || !id) return
          const { x, y } = toWorld(camera.current, size.current, spotOf(event))
          onDrop(id, { x: Math.round(x), y: Math.round(y) })
        }}
      />
      <p aria-live="polite" className="sr-only">
        {told && `${nameOf(told)} ${noteOf(told)}`}
      </p>
    </>
  )
}

/** A node with everything that hangs on it. */
function withBelow(nodes: readonly PlacedNode[], id: string): PlacedNode[] {
  const children = Map.groupBy(nodes, ({ parent }) => parent ?? '')
  const found = new Set<PlacedNode>(nodes.filter((node) => node.id === id))
  for (const node of found) for (const child of children.get(node.id) ?? []) found.add(child)
  return [...found]
}

/** Up to what it hangs on, down to the first that hangs on it, sideways to its siblings. */
function nextOf(nodes: readonly PlacedNode[], node: PlacedNode | undefined, key: string): PlacedNode | undefined {
  if (!node) return nodes.find(({ parent }) => parent === null) ?? nodes[0]
  const inRow = (list: readonly PlacedNode[]) => [...list].sort((a, b) => a.y - b.y || a.x - b.x)
  if (key === 'ArrowUp') return nodes.find(({ id }) => id === node.parent)
  if (key === 'ArrowDown') return inRow(nodes.filter(({ parent }) => parent === node.id))[0]
  const row = inRow(nodes.filter(({ parent }) => parent === node.parent))
  return row[row.findIndex(({ id }) => id === node.id) + (key === 'ArrowLeft' ? -1 : 1)]
}
