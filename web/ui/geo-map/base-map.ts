import {
  type Borders,
  type BorderLine,
  ringOf,
  unpackBorders,
  unpackLines,
  usersOf,
} from '@belvedere/pure/geography/borders.ts'
import { chinaBorders } from '@belvedere/pure/geography/china-borders.ts'
import { unpackNumbers } from '@belvedere/pure/geography/packed-numbers.ts'
import { provinces } from '@belvedere/pure/geography/provinces.ts'
import { dashes } from '@belvedere/pure/geography/south-china-sea.ts'
import { worldBorders } from '@belvedere/pure/geography/world-borders.ts'
import { maxIndex } from 'd3-array'
import type { GeoPermissibleObjects } from 'd3-geo'
import { lang, say } from '../base/words.ts'
import type { Camera } from './camera.ts'
import { areasOf, linesOf, project, type WorldPoint, worldPath } from './world.ts'

/** Borders as Chinese law requires, or as areas are administered. */
export type BorderView = 'china' | 'world'

interface Label {
  id: string
  text: string
  spot: WorldPoint
  /** Shown if the area is wider than its name. */
  width: number
  strong: boolean
}

/** All shapes of the map in units of the square world. */
export interface BaseMap {
  land: Path2D
  borders: Path2D
  /** Land along China's borders that fills gaps left by the coarser outlines of its neighbours. */
  seam: Path2D | undefined
  china: Path2D | undefined
  provinces: Path2D
  outline: Path2D | undefined
  islands: WorldPoint[]
  labels: { countries: Label[]; provinces: Label[] }
}

/** Areas that Chinese maps show as part of another. */
const within: readonly (readonly [string, string])[] = [
  ['XK', 'RS'],
  ['', 'CY'],
  ['', 'SO'],
]

const made = new Map<BorderView, BaseMap>()

/** Created once per view of borders, in about 30 milliseconds. */
export function baseMapOf(view: BorderView): BaseMap {
  const known = made.get(view)
  if (known) return known
  const base = make(view)
  made.set(view, base)
  return base
}

function make(view: BorderView): BaseMap {
  const world = unpackBorders<string>(worldBorders)
  const china = unpackBorders<number>(chinaBorders)
  const isChina = view === 'china'
  const others = [...world.areas].filter(([id]) => !isChina || (id !== 'CN' && id !== 'TW'))
  const gaps = new Set(unpackNumbers(chinaBorders.gaps))
  const outer = linesWhere(china, (users, i) => users === 1 && !gaps.has(i))
  const ringsOf = <Id extends string | number>(borders: Borders<Id>, areas: Iterable<readonly (readonly number[])[]>) =>
    pathOf(areasOf([...areas].flatMap((rings) => rings.map((ring) => ringOf(borders, ring)))))
  return {
    land: ringsOf(
      world,
      others.map(([, rings]) => rings),
    ),
    borders: pathOf(linesOf(borderLines(world, isChina))),
    seam: isChina ? pathOf(linesOf(frontier(china))) : undefined,
    china: isChina ? ringsOf(china, china.areas.values()) : undefined,
    provinces: pathOf(linesOf(linesWhere(china, (users, i) => users === 2 || gaps.has(i)))),
    outline: isChina ? pathOf(linesOf([...outer, ...dashes])) : undefined,
    islands: isChina ? unpackLines(chinaBorders.islands, chinaBorders.islandSteps).flat().map(project) : [],
    labels: { countries: countryLabels(world, isChina), provinces: provinceLabels(china, isChina) },
  }
}

const linesWhere = (borders: Borders, fits: (users: number, line: number) => boolean): BorderLine[] => {
  const users = usersOf(borders)
  return borders.lines.filter((_, i) => fits(users[i] ?? 0, i))
}

/** Borders between two countries; the borders of China come from its own file if there is one. */
function borderLines(world: Borders<string>, isChina: boolean): BorderLine[] {
  const owners = world.lines.map(() => new Set<string>())
  const users = usersOf(world)
  for (const [id, rings] of world.areas) {
    for (const number of rings.flat()) owners[number < 0 ? ~number : number]?.add(id)
  }
  const isHidden = (of: ReadonlySet<string>) =>
    isChina && (of.has('CN') || of.has('TW') || within.some(([part, whole]) => of.has(part) && of.has(whole)))
  return world.lines.filter((_, i) => users[i] === 2 && !isHidden(owners[i] ?? new Set()))
}

function frontier({ lines }: Borders): BorderLine[] {
  const numbers = unpackNumbers(chinaBorders.frontier)
  const parts: BorderLine[] = []
  for (let at = 0; at < numbers.length; at += 3) {
    const [line = 0, from = 0, to = 0] = numbers.slice(at, at + 3)
    parts.push(lines[line]?.slice(from, to + 1) ?? [])
  }
  return parts
}

function pathOf(shape: GeoPermissibleObjects): Path2D {
  // the types of d3 require a whole context, which it does not use
  const path = Object.assign(new Path2D(), { beginPath: () => {} })
  worldPath(path)(shape)
  return path
}

function countryLabels(world: Borders<string>, isChina: boolean): Label[] {
  const names = new Intl.DisplayNames([lang === 'zh' ? 'zh-CN' : 'en'], { type: 'region' })
  const hidden = isChina ? ['TW', ...within.map(([part]) => part)] : ['']
  return [...world.areas].flatMap(([id, rings]) =>
    id === '' || hidden.includes(id) ? [] : [labelOf(id, names.of(id) ?? id, largest(world, rings), true)],
  )
}

function provinceLabels(china: Borders<number>, isChina: boolean): Label[] {
  return provinces.flatMap(({ code, zh, en }) => {
    const rings = china.areas.get(code)
    // without China's own file, its outline comes from the world file
    if (!rings || (!isChina && code === 710000)) return []
    return [labelOf(String(code), say({ zh, en }), largest(china, rings), false)]
  })
}

/** The largest of the rings as an area. */
function largest<Id extends string | number>(borders: Borders<Id>, rings: readonly (readonly number[])[]) {
  const areas = rings.map((ring) => areasOf([ringOf(borders, ring)]))
  return areas[maxIndex(areas, (area) => Math.abs(worldPath().area(area)))] ?? areasOf([])
}

function labelOf(id: string, text: string, area: GeoPermissibleObjects, strong: boolean): Label {
  const [[west], [east]] = worldPath().bounds(area)
  return { id, text, spot: worldPath().centroid(area), width: east - west, strong }
}

/** Colours by part, from the style sheet. */
export type MapColors = Readonly<Record<'sea' | 'land' | 'home' | 'line' | 'border' | 'label' | 'halo', string>>

/** Draws the map; `names` omits its labels, for example under tiles with labels. */
export function drawBase(
  context: CanvasRenderingContext2D,
  camera: Camera,
  base: BaseMap,
  colors: MapColors,
  { names, font, unit }: { names: boolean; font: string; unit: number },
): void {
  const { size, width, height } = camera
  const [originX, originY] = camera.spotAt(0, 0)
  context.fillStyle = colors.sea
  context.fillRect(0, 0, width, height)
  context.lineJoin = 'round'
  // a shape that crosses the edge of the world belongs to the previous copy
  for (let turn = Math.floor(originX) - 1; turn <= Math.floor(originX + width / size) + 1; turn++) {
    context.save()
    context.translate((turn - originX) * size, -originY * size)
    context.scale(size, size)
    drawWorld(context, base, colors, size)
    context.restore()
  }
  if (names) drawLabels(context, camera, base, colors, { font, unit })
}

function drawWorld(context: CanvasRenderingContext2D, base: BaseMap, colors: MapColors, size: number): void {
  const stroke = (path: Path2D, color: string, pixels: number) => {
    context.strokeStyle = color
    context.lineWidth = pixels / size
    context.stroke(path)
  }
  context.fillStyle = colors.land
  context.fill(base.land)
  if (base.seam) stroke(base.seam, colors.land, Math.max(2, size / 500))
  stroke(base.borders, colors.line, 1)
  if (base.china) {
    context.fillStyle = colors.home
    context.fill(base.china)
  }
  stroke(base.provinces, colors.line, size < 2500 ? 0.5 : 0.8)
  if (base.outline) stroke(base.outline, colors.border, size < 2500 ? 1 : 1.4)
  context.fillStyle = colors.border
  const dot = 1.2 / size
  if (size > 2000) for (const [x, y] of base.islands) context.fillRect(x - dot / 2, y - dot / 2, dot, dot)
}

function drawLabels(
  context: CanvasRenderingContext2D,
  camera: Camera,
  { labels }: BaseMap,
  colors: MapColors,
  { font, unit }: { font: string; unit: number },
): void {
  const { size, zoom, width, height } = camera
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = unit / 4
  context.strokeStyle = colors.halo
  context.fillStyle = colors.label
  const near = zoom >= 4
  for (const { id, text, spot, width: wide, strong } of near
    ? [...labels.countries, ...labels.provinces]
    : labels.countries) {
    const [x, y] = camera.pixelOf(spot)
    if (x < -80 || y < -20 || x > width + 80 || y > height + 20) continue
    context.font = strong ? `600 ${unit * 0.92}px ${font}` : `${unit * 0.85}px ${font}`
    if (context.measureText(text).width > wide * size * 0.9) continue
    // the name of a country would overlap the names of its provinces
    if (strong && near && id === 'CN') continue
    context.strokeText(text, x, y)
    context.fillText(text, x, y)
  }
}
