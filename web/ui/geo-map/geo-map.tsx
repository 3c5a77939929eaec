import type { LngLat } from '@belvedere/pure/geography/borders.ts'
import { Minus, Plus, Scan } from 'lucide-react'
import {
  type DragEvent,
  type KeyboardEvent,
  type Ref,
  type ReactNode,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { cx } from '../base/join-classes.ts'
import { say } from '../base/words.ts'
import type { BaseMap, BorderView, drawBase, MapColors } from './base-map.ts'
import { type WorldBounds, Camera } from './camera.ts'
import { type MapPoint, type Marked, type MarkerFinder, markerFinder } from './cluster-marker.ts'
import { followPointers, moveByKey } from './gestures.ts'
import { drawHeat } from './heat-layer.ts'
import { Marker } from './marker.tsx'
import { TileLayer } from './tile-layer.ts'
import { type MapView, metresPerPixel, project, viewOf } from './world.ts'

export interface GeoMapHandle {
  /** Animates to the view. */
  fly(view: MapView): void
  /** Shows all points. */
  fit(): void
  /** The position at the centre of the map. */
  middle(): LngLat
  /** Moves the focus into the map. */
  focus(): void
}

interface GeoMapProps {
  /** Accessible name. */
  label: string
  borders: BorderView
  /** Address of tiles; without it, the bundled map is drawn. */
  tiles?: string | undefined
  attribution?: string | undefined
  points: readonly MapPoint[]
  /** Draws a heat layer below the markers. */
  heat?: boolean
  /** Initial view; without it, all points are shown once they are loaded. */
  start?: MapView | undefined
  selected?: number | undefined
  /** Points of the pressed marker. A cluster is reported only if zooming in cannot separate it. */
  onChoose?: (points: readonly MapPoint[]) => void
  /** Called when the view stops moving. */
  onView?: (view: MapView, bounds: WorldBounds) => void
  /** Accepts dropped text of this kind, with the position of the drop. */
  drop?: { kind: string; onDrop: (text: string, place: LngLat) => void } | undefined
  /** A click or Enter selects a position: cross hairs mark it. */
  placing?: { onPlace: (place: LngLat) => void; onCancel: () => void } | undefined
  /** Disables interaction: a picture on a wall display. */
  still?: boolean
  /** Points with a pulse animation, to draw attention. */
  pulsing?: ReadonlySet<number>
  /** Maximum zoom of automatic movements. */
  closest?: number
  ref?: Ref<GeoMapHandle>
  className?: string
  children?: ReactNode
}

/** Milliseconds without movement after which a view counts as stopped. */
const REST = 160
const MARGIN = 60
/** Margin outside of the view in which markers are already rendered. */
const BEYOND = 80

interface Drawing {
  base: BaseMap
  draw: typeof drawBase
}

/**
 * A world map with points, grouped into clusters. Drawn on a canvas from bundled data, or over tiles. The markers are
 * buttons, so that keyboard and screen readers reach them. The arrow keys, + and - move the map.
 */
export function GeoMap(props: GeoMapProps) {
  const { points, borders, tiles, still = false, closest = 11, placing, drop } = props
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const [drawing, failed] = useDrawing(borders)
  const [markers, setMarkers] = useState<readonly Marked[]>([])
  const [scale, setScale] = useState('')
  const latest = useRef(props)
  latest.current = props

  const map = useMemo(() => new MapState(), [])
  map.paint = () => paint(map, canvas.current, layer.current, drawing, latest.current)
  map.rested = () => {
    setMarkers(map.visible())
    setScale(scaleText(map.camera))
    latest.current.onView?.(map.camera.view, map.camera.bounds)
  }

  useEffect(() => {
    const element = box.current
    if (!element) return
    const size = new ResizeObserver(() => {
      map.measure(element)
      map.begin(latest.current)
    })
    size.observe(element)
    // another theme has other colours
    const theme = new MutationObserver(map.redraw)
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    // fonts that were loaded later
    document.fonts.addEventListener('loadingdone', map.redraw)
    const stopPointers = still
      ? undefined
      : followPointers(element, map.camera, (x, y) => latest.current.placing?.onPlace(map.camera.placeAt(x, y)))
    return () => {
      size.disconnect()
      theme.disconnect()
      document.fonts.removeEventListener('loadingdone', map.redraw)
      stopPointers?.()
      map.end()
    }
  }, [map, still])

  useEffect(() => {
    map.points = points
    map.begin(latest.current)
    map.changed()
  }, [map, points])
  useEffect(() => {
    map.tiles = tiles ? new TileLayer(tiles, map.redraw) : undefined
    map.redraw()
  }, [map, tiles])
  useEffect(() => map.redraw(), [map, drawing, props.heat, markers])

  const fit = () => {
    const view = viewOf(
      latest.current.points.map(({ place }) => place),
      map.camera,
      { margin: MARGIN, closest },
    )
    if (view) map.camera.fly(view)
  }
  useImperativeHandle(props.ref, () => ({
    fly: (view) => map.camera.fly(view),
    fit,
    middle: () => map.camera.placeAt(map.camera.width / 2, map.camera.height / 2),
    focus: () => box.current?.focus(),
  }))

  const choose = (marked: Marked) => {
    const { onChoose } = latest.current
    const view = viewOf(
      marked.points.map(({ place }) => place),
      map.camera,
      { margin: MARGIN, closest: 16 },
    )
    const canPart =
      marked.points.length > 1 && view !== undefined && view.zoom > map.camera.zoom + 0.1 && view.zoom < 16
    if (canPart) map.camera.fly(view)
    else onChoose?.(marked.points)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (placing && event.target === box.current && event.key === 'Enter') {
      placing.onPlace(map.camera.placeAt(map.camera.width / 2, map.camera.height / 2))
    } else if (placing && event.key === 'Escape') placing.onCancel()
    else if (!moveByKey(map.camera, event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const onDragOver = (event: DragEvent) =>
    drop && event.dataTransfer.types.includes(drop.kind) && event.preventDefault()
  const onDrop = (event: DragEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    event.preventDefault()
    if (!drop) return
    drop.onDrop(event.dataTransfer.getData(drop.kind), map.camera.placeAt(event.clientX - left, event.clientY - top))
  }
  return (
    <div
      ref={box}
      {...(still ? { role: 'img' } : { role: 'application', tabIndex: 0, onKeyDown })}
      {...(drop && { onDragOver, onDrop })}
      aria-label={props.label}
      className={cx(
        'geo-map relative overflow-hidden outline-offset-[-2px] select-none',
        !still && (placing ? 'cursor-crosshair touch-none' : 'cursor-grab touch-none active:cursor-grabbing'),
        props.className,
      )}
    >
      <canvas ref={canvas} aria-hidden="true" className="absolute inset-0 size-full" />
      <div ref={layer} className={cx('absolute inset-0', placing && 'pointer-events-none opacity-60')}>
        {markers.map((marked) => (
          <Marker
            key={marked.key}
            marked={marked}
            still={still}
            selected={marked.points.some(({ id }) => id === props.selected)}
            pulsing={props.pulsing !== undefined && marked.points.some(({ id }) => props.pulsing?.has(id))}
            named={marked.points.length === 1 && (still || map.camera.zoom >= 7)}
            onPress={() => choose(marked)}
          />
        ))}
      </div>
      {placing && <CrossHairs />}
      {failed && (
        <p role="status" className="absolute inset-x-0 top-3 text-center text-xs text-warning">
          {say({ zh: '底图未能加载，位置仍然准确', en: 'The map beneath could not be loaded; places are still right' })}
        </p>
      )}
      {!still && (
        <Controls
          onZoom={(steps) => map.camera.zoomAt(steps)}
          onFit={fit}
          scale={scale}
          attribution={props.attribution}
        />
      )}
      {props.children}
    </div>
  )
}

function Controls({
  onZoom,
  onFit,
  scale,
  attribution,
}: {
  onZoom: (steps: number) => void
  onFit: () => void
  scale: string
  attribution: string | undefined
}) {
  return (
    <>
      <div className="absolute right-3 bottom-8 flex flex-col rounded-md border border-line bg-surface shadow-(--shadow-card)">
        <IconButton size="s" icon={Plus} label={{ zh: '放大', en: 'Zoom in' }} onClick={() => onZoom(1)} />
        <IconButton size="s" icon={Minus} label={{ zh: '缩小', en: 'Zoom out' }} onClick={() => onZoom(-1)} />
        <IconButton size="s" icon={Scan} label={{ zh: '显示全部场景', en: 'Show all scenes' }} onClick={onFit} />
      </div>
      <p className="pointer-events-none absolute right-3 bottom-1.5 flex max-w-[90%] gap-3 rounded bg-surface/85 px-1.5 text-xs text-soft">
        {attribution && <span className="truncate">{attribution}</span>}
        <span className="w-[100px] shrink-0 border-x border-b border-strong text-center leading-4">{scale}</span>
      </p>
    </>
  )
}

function CrossHairs() {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 text-accent-text">
      <span className="absolute top-1/2 left-1/2 h-px w-9 -translate-x-1/2 bg-current" />
      <span className="absolute top-1/2 left-1/2 h-9 w-px -translate-y-1/2 bg-current" />
      <span className="absolute top-1/2 left-1/2 size-3 -translate-1/2 rounded-full border-2 border-current" />
    </div>
  )
}

/** The map data for a view of borders; loaded separately, because it is as large as the page. */
function useDrawing(borders: BorderView): [Drawing | undefined, boolean] {
  const [drawing, setDrawing] = useState<Drawing>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let left = false
    import('./base-map.ts').then(
      ({ baseMapOf, drawBase }) => left || setDrawing({ base: baseMapOf(borders), draw: drawBase }),
      () => left || setFailed(true),
    )
    return () => void (left = true)
  }, [borders])
  return [drawing, failed]
}

/** State of the map between two draws. */
class MapState {
  readonly camera = new Camera(() => this.moved())
  points: readonly MapPoint[] = []
  tiles: TileLayer | undefined
  paint: () => void = () => {}
  rested: () => void = () => {}
  /** Pixels of the type size, by which the drawing scales. */
  unit = 13
  /** The points from which the markers were made. */
  private finder: { points: readonly MapPoint[]; find: MarkerFinder } | undefined
  private begun = false
  private frame = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private lastRest = 0

  /** Sets the initial view once the size, and points or a start view are known. */
  begin({ start, points, closest = 11 }: Pick<GeoMapProps, 'start' | 'points' | 'closest'>): void {
    if (this.begun || this.camera.width < 2) return
    const view =
      start ??
      viewOf(
        points.map(({ place }) => place),
        this.camera,
        { margin: MARGIN, closest: Math.min(closest, 8) },
      )
    if (!view) return
    this.begun = true
    this.camera.jump(view)
  }

  measure(element: HTMLElement): void {
    const unit = Number.parseFloat(getComputedStyle(element).fontSize)
    if (unit !== this.unit) this.finder = undefined
    this.unit = unit
    this.camera.resize(element.clientWidth, element.clientHeight)
  }

  /** Creates the markers again for new points. */
  changed(): void {
    if (this.camera.width > 1) this.rested()
    this.redraw()
  }

  redraw = (): void => {
    if (this.frame === 0) this.frame = requestAnimationFrame(() => ((this.frame = 0), this.paint()))
  }

  private moved(): void {
    this.redraw()
    clearTimeout(this.timer)
    // markers are updated at intervals during a long movement, and exactly at its end
    const now = performance.now()
    this.timer = setTimeout(() => this.rest(), now - this.lastRest > 400 ? 0 : REST)
  }

  private rest(): void {
    this.lastRest = performance.now()
    this.rested()
  }

  end(): void {
    this.camera.stop()
    cancelAnimationFrame(this.frame)
    this.frame = 0
    clearTimeout(this.timer)
  }

  visible(): Marked[] {
    if (this.finder?.points !== this.points)
      this.finder = { points: this.points, find: markerFinder(this.points, this.unit) }
    return this.finder.find(Math.floor(this.camera.zoom), this.camera.boundsWith(BEYOND))
  }
}

function paint(
  map: MapState,
  canvas: HTMLCanvasElement | null,
  layer: HTMLDivElement | null,
  drawing: Drawing | undefined,
  { heat, points }: GeoMapProps,
): void {
  const { camera } = map
  const context = canvas?.getContext('2d')
  if (!canvas || !context || camera.width < 2) return
  const dense = Math.min(2, devicePixelRatio || 1)
  const [width, height] = [Math.round(camera.width * dense), Math.round(camera.height * dense)]
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width
    canvas.height = height
  }
  context.setTransform(dense, 0, 0, dense, 0, 0)
  const style = getComputedStyle(canvas)
  const colors = colorsOf(style)
  if (drawing)
    drawing.draw(context, camera, drawing.base, colors, { names: !map.tiles, font: style.fontFamily, unit: map.unit })
  else {
    context.fillStyle = colors.sea
    context.fillRect(0, 0, camera.width, camera.height)
  }
  map.tiles?.draw(context, camera)
  if (heat)
    drawHeat(
      context,
      camera,
      points.map(({ place, heat: value }) => ({ spot: project(place), value })),
    )
  for (const marker of layer?.children ?? []) {
    const { x = '0', y = '0' } = (marker as HTMLElement).dataset
    const [left, top] = camera.pixelOf([Number(x), Number(y)])
    ;(marker as HTMLElement).style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`
  }
}

function colorsOf(style: CSSStyleDeclaration): MapColors {
  const of = (name: string) => style.getPropertyValue(`--map-${name}`).trim()
  return {
    sea: of('sea'),
    land: of('land'),
    home: of('home'),
    line: of('line'),
    border: of('border'),
    label: of('label'),
    halo: of('halo'),
  }
}

/** Length of 100 pixels at the centre of the map. */
function scaleText({ view }: Camera): string {
  const metres = metresPerPixel(view.lat, view.zoom) * 100
  const round = (value: number) => Number(value.toPrecision(2))
  return metres >= 1000 ? `${round(metres / 1000)} km` : `${round(metres)} m`
}
