import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Borders, isInside, ringOf, usersOf } from '../../pure/geography/borders.ts'
import { packNumbers } from '../../pure/geography/packed-numbers.ts'

// Writes pure/geography/{china,world}-borders.ts from the packages echarts 4.9.0 and world-atlas 2.0.2, unpacked side by side:
//   node scripts/geography/convert-borders.ts <folder with echarts/ and world-atlas/>
// Neither is a dependency: the result is in the repository. The source and the licence of each line are in
// pure/geography/README.md.

type SourcePoint = readonly [number, number]
/** Corners of a ring, with the first one repeated at the end; or of a line. */
type SourceLine = SourcePoint[]
interface Area {
  id: number | string
  rings: SourceLine[]
}

const folder = process.argv[2]
if (!folder) throw new Error('name the folder with the unpacked packages')
const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'))

// china

interface Encoded {
  features: {
    id: string
    properties: { name: string }
    geometry:
      | { type: 'Polygon'; coordinates: string[]; encodeOffsets: SourcePoint[] }
      | { type: 'MultiPolygon'; coordinates: string[][]; encodeOffsets: SourcePoint[][] }
  }[]
}

/** Steps of one 1024th of a degree. */
const CHINA_STEPS = 1024

function decode(text: string, [fromX, fromY]: SourcePoint): SourceLine {
  const line: SourceLine = []
  let [x, y] = [fromX, fromY]
  const step = (at: number) => {
    const value = text.charCodeAt(at) - 64
    return (value >> 1) ^ -(value & 1)
  }
  for (let at = 0; at < text.length; at += 2) {
    x += step(at)
    y += step(at + 1)
    line.push([x, y])
  }
  return closed(line)
}

const same = (a: SourcePoint | undefined, b: SourcePoint | undefined) => a?.[0] === b?.[0] && a?.[1] === b?.[1]
const closed = (line: SourceLine): SourceLine => (same(line[0], line.at(-1)) ? line : [...line, line[0] as SourcePoint])

function areasOf(file: string): (Area & { name: string })[] {
  return (read(file) as Encoded).features.map(({ id, properties, geometry }) => ({
    id: Number(id),
    name: properties.name,
    rings:
      geometry.type === 'Polygon'
        ? geometry.coordinates.map((text, i) => decode(text, geometry.encodeOffsets[i] as SourcePoint))
        : geometry.coordinates.flatMap((part, i) =>
            part.map((text, k) => decode(text, geometry.encodeOffsets[i]?.[k] as SourcePoint)),
          ),
  }))
}

// lines that several areas share, stored once

interface Shared {
  lines: SourceLine[]
  /** For each area, for each ring: numbers of lines, `~n` for a line in reverse direction. */
  areas: { id: number | string; rings: number[][] }[]
}

const keyOf = ([x, y]: SourcePoint) => `${x},${y}`

/** Splits rings where other rings join or leave them, and where `kindOf` an unshared edge changes; stores each piece once. */
function share(areas: readonly Area[], kindOf: (a: SourcePoint, b: SourcePoint) => string = () => ''): Shared {
  const neighbours = new Map<string, Set<string>>()
  const users = new Map<string, number>()
  const edge = (a: SourcePoint, b: SourcePoint) => [keyOf(a), keyOf(b)].sort().join(' ')
  const pairs = (ring: SourceLine) => ring.slice(1).map((b, i) => [ring[i] as SourcePoint, b] as const)
  for (const { rings } of areas) {
    for (const ring of rings) {
      for (const [a, b] of pairs(ring)) {
        for (const [one, other] of [[a, b] as const, [b, a] as const]) {
          const set = neighbours.get(keyOf(one)) ?? new Set()
          neighbours.set(keyOf(one), set.add(keyOf(other)))
        }
        users.set(edge(a, b), (users.get(edge(a, b)) ?? 0) + 1)
      }
    }
  }
  const kindOfEdge = (a: SourcePoint, b: SourcePoint) => (users.get(edge(a, b)) === 1 ? kindOf(a, b) : 'shared')
  const isKnot = (before: SourcePoint, at: SourcePoint, after: SourcePoint) =>
    neighbours.get(keyOf(at))?.size !== 2 || kindOfEdge(before, at) !== kindOfEdge(at, after)
  const lines: SourceLine[] = []
  const known = new Map<string, number>()
  const numberOf = (line: SourceLine): number => {
    const [there, back] = [line.map(keyOf).join(' '), [...line].reverse().map(keyOf).join(' ')]
    const found = known.get(there)
    if (found !== undefined) return found
    const reversed = known.get(back)
    if (reversed !== undefined) return ~reversed
    known.set(there, lines.length)
    return lines.push(line) - 1
  }
  return {
    areas: areas.map(({ id, rings }) => ({ id, rings: rings.map((ring) => cut(ring, isKnot).map(numberOf)) })),
    lines,
  }
}

function cut(
  ring: SourceLine,
  isKnot: (before: SourcePoint, at: SourcePoint, after: SourcePoint) => boolean,
): SourceLine[] {
  const open = ring.slice(0, -1)
  const at = (i: number) => open[(i + open.length) % open.length] as SourcePoint
  const knots = open.map((_, i) => i).filter((i) => isKnot(at(i - 1), at(i), at(i + 1)))
  // the outline of an island in two areas starts at the same corner in both
  const first = open.map(keyOf).sort()[0]
  const starts = knots.length > 0 ? knots : [open.findIndex((point) => keyOf(point) === first)]
  return starts.map((start, i) => {
    const next = starts[i + 1] ?? (starts[0] as number) + open.length
    return Array.from({ length: next - start + 1 }, (_, k) => at(start + k))
  })
}

/** Removes corners that are closer than a step to the former one; both ends stay. */
function thin(line: SourceLine, from: number, to: number): SourceLine {
  const scaled = line.map(([x, y]) => [Math.round((x / from) * to), Math.round((y / from) * to)] as const)
  return scaled.filter((point, i) => i === 0 || i === scaled.length - 1 || !same(point, scaled[i - 1]))
}

/** Each line as its length, its first corner and the steps from each corner to the next. */
function packLines(lines: readonly SourceLine[]): string {
  const numbers: number[] = []
  let [x, y] = [0, 0]
  for (const line of lines) {
    numbers.push(line.length)
    for (const [px, py] of line) {
      numbers.push(px - x, py - y)
      ;[x, y] = [px, py]
    }
  }
  return packNumbers(numbers)
}

const packAreas = (areas: Shared['areas']) =>
  packNumbers(areas.flatMap(({ rings }) => [rings.length, ...rings.flatMap((ring) => [ring.length, ...ring])]))

// the islands of the South China Sea, as points: each is smaller than a pixel except at high zoom

const ISLAND_STEPS = 20

function islands(): SourcePoint[] {
  const sansha = areasOf('echarts/map/json/province/hainan.json').find(({ rings }) => rings.length > 100)
  if (!sansha) throw new Error('the islands of Hainan are missing')
  const cells = new Map<string, SourcePoint>()
  for (const ring of sansha.rings) {
    const [x, y] = [0, 1].map((axis) => Math.round(((ring[0]?.[axis as 0 | 1] ?? 0) / CHINA_STEPS) * ISLAND_STEPS))
    cells.set(`${x},${y}`, [x ?? 0, y ?? 0])
  }
  return [...cells.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1])
}

/** Distance across the border, in degrees, within which a neighbour must be for the border not to be a coast. */
const BEYOND = 0.6

/**
 * The parts of the outer lines on land: line, first and last corner. There the coarser borders of the neighbours
 * leave gaps that are not sea.
 */
function frontier(china: Borders, world: Borders): number[] {
  const users = usersOf(china)
  const others = [...world.areas].filter(([id]) => id !== 'CN' && id !== 'TW')
  const rings = others.flatMap(([, numbers]) => numbers.map((ring) => ringOf(world, ring)))
  const isLand = (x: number, y: number) => isInside(rings, [x, y])
  return china.lines.flatMap((line, number) => {
    if (users[number] !== 1) return []
    const byLand = line.slice(1).map(([bx, by], i) => {
      const [ax, ay] = line[i] as SourcePoint
      const length = Math.hypot(bx - ax, by - ay)
      const [nx, ny] = [((by - ay) / length) * BEYOND, ((ax - bx) / length) * BEYOND]
      const [mx, my] = [(ax + bx) / 2, (ay + by) / 2]
      return isLand(mx + nx, my + ny) || isLand(mx - nx, my - ny)
    })
    const runs: number[] = []
    byLand.forEach((is, i) => {
      if (is && !byLand[i - 1]) runs.push(number, i)
      if (is && !byLand[i + 1]) runs.push(i + 1)
    })
    return runs
  })
}

/** Steps to both sides of an edge: the distance by which provinces of the file may miss each other. */
const MISSES = [40, 90]

/** Whether land of China lies on both sides of an edge, although only one province's ring contains it. */
function gapFinder(provinces: readonly Area[]): (a: SourcePoint, b: SourcePoint) => boolean {
  const rings = provinces.flatMap((area) => area.rings).filter((ring) => ring.length > 30)
  const bounded = rings.map((ring) => {
    const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
    return { ring, west: Math.min(...xs), east: Math.max(...xs), south: Math.min(...ys), north: Math.max(...ys) }
  })
  const isLand = (x: number, y: number) =>
    bounded.some(
      ({ ring, west, east, south, north }) =>
        x > west && x < east && y > south && y < north && isInside([ring], [x, y]),
    )
  return ([ax, ay], [bx, by]) => {
    const length = Math.hypot(bx - ax, by - ay)
    const [nx, ny] = [(by - ay) / length, (ax - bx) / length]
    const [mx, my] = [(ax + bx) / 2, (ay + by) / 2]
    return MISSES.some((far) => isLand(mx + nx * far, my + ny * far) && isLand(mx - nx * far, my - ny * far))
  }
}

/** Number of edges on either side that are considered too: single different edges would split a line into many pieces. */
const AROUND = 8

function steady(
  areas: readonly Area[],
  is: (a: SourcePoint, b: SourcePoint) => boolean,
): (a: SourcePoint, b: SourcePoint) => boolean {
  const kinds = new Map<string, boolean>()
  for (const ring of areas.flatMap(({ rings }) => rings)) {
    const raw = ring.slice(1).map((b, i) => is(ring[i] as SourcePoint, b))
    raw.forEach((_, i) => {
      const near = raw.slice(Math.max(0, i - AROUND), i + AROUND + 1)
      const many = near.filter(Boolean).length * 2 > near.length
      kinds.set([keyOf(ring[i] as SourcePoint), keyOf(ring[i + 1] as SourcePoint)].sort().join(' '), many)
    })
  }
  return (a, b) => kinds.get([keyOf(a), keyOf(b)].sort().join(' ')) ?? false
}

function writeChina(steps: number, world: Borders): void {
  const provinces = areasOf('echarts/map/json/china.json').sort((a, b) => Number(a.id) - Number(b.id))
  const isGap = steady(provinces, gapFinder(provinces))
  const { lines, areas } = share(provinces, (a, b) => (isGap(a, b) ? 'gap' : 'outer'))
  const users = usersOf({ lines, areas: new Map(areas.map(({ id, rings }) => [id, rings])) })
  const gaps = lines.flatMap((line, i) => {
    const [a, b] = line
    return users[i] === 1 && a && b && isGap(a, b) ? [i] : []
  })
  const scaled = lines.map((line) => thin(line, CHINA_STEPS, steps))
  const china = {
    lines: scaled.map((line) => line.map(([x, y]) => [x / steps, y / steps] as const)),
    areas: new Map(areas.map(({ id, rings }) => [id, rings])),
  }
  write('china-borders', {
    steps,
    lines: packLines(scaled),
    ids: areas.map(({ id }) => id),
    areas: packAreas(areas),
    gaps: packNumbers(gaps),
    frontier: packNumbers(frontier(china, world)),
    islandSteps: ISLAND_STEPS,
    islands: packLines([islands()]),
  })
}

// world

interface TopoJson {
  transform: { scale: SourcePoint; translate: SourcePoint }
  arcs: SourcePoint[][]
  objects: {
    countries: {
      geometries: ({ id?: string; properties: { name: string } } & (
        | { type: 'Polygon'; arcs: number[][] }
        | { type: 'MultiPolygon'; arcs: number[][][] }
      ))[]
    }
  }
}

/** Names of the atlas that `Intl` spells differently. */
const codes: Readonly<Record<string, string>> = {
  'W. Sahara': 'EH', 'United States of America': 'US', 'Dem. Rep. Congo': 'CD', 'Dominican Rep.': 'DO', 'Falkland Is.': 'FK',
  'Fr. S. Antarctic Lands': 'TF', "Côte d'Ivoire": 'CI', 'Central African Rep.': 'CF', Congo: 'CG', 'Eq. Guinea': 'GQ',
  eSwatini: 'SZ', Palestine: 'PS', Myanmar: 'MM', Turkey: 'TR', 'Solomon Is.': 'SB', 'Bosnia and Herz.': 'BA', Macedonia: 'MK',
  'Trinidad and Tobago': 'TT', 'S. Sudan': 'SS', Kosovo: 'XK',
} // biome-ignore format: a table

function codeOf(name: string): string {
  const known = codes[name]
  if (known) return known
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const all = letters.flatMap((one) => letters.map((two) => one + two))
  return all.find((code) => names.of(code) === name && code !== name) ?? ''
}

function writeWorld(steps: number): Borders {
  const { transform, arcs, objects } = read('world-atlas/countries-110m.json') as TopoJson
  // no scene is there, and the projection cannot show it
  const geometries = objects.countries.geometries.filter(({ properties }) => properties.name !== 'Antarctica')
  const used = new Set(geometries.flatMap(({ arcs }) => arcs.flat(2)).map((n) => (n < 0 ? ~n : n)))
  const places = new Map([...used].sort((a, b) => a - b).map((n, place) => [n, place]))
  const placeOf = (n: number) => (n < 0 ? ~(places.get(~n) ?? 0) : (places.get(n) ?? 0))
  const lines = [...places.keys()].map((n) => {
    let [x, y] = [0, 0]
    return (arcs[n] ?? []).map(([dx, dy]): SourcePoint => {
      x += dx
      y += dy
      return [x * transform.scale[0] + transform.translate[0], y * transform.scale[1] + transform.translate[1]]
    })
  })
  const areas = geometries.map((one) => ({
    id: codeOf(one.properties.name),
    rings: (one.type === 'Polygon' ? one.arcs : one.arcs.flat()).map((ring) => ring.map(placeOf)),
  }))
  const unknown = geometries.filter(({ properties }) => !codeOf(properties.name))
  console.log(`without a code: ${unknown.map(({ properties }) => properties.name).join(', ')}`)
  write('world-borders', {
    steps,
    lines: packLines(lines.map((line) => thin(line, 1, steps))),
    ids: areas.map(({ id }) => id),
    areas: packAreas(areas),
  })
  return { lines, areas: new Map(areas.map(({ id, rings }) => [id, rings])) }
}

function write(name: string, data: Readonly<Record<string, unknown>>): void {
  const body = Object.entries(data).map(([key, value]) =>
    typeof value === 'string'
      ? `  ${key}:\n    '${value}',`
      : `  ${key}: ${JSON.stringify(value).replaceAll('"', "'")},`,
  )
  const variable = name.replace(/-(.)/, (_, letter: string) => letter.toUpperCase())
  const text = `// Written by scripts/geography/convert-borders.ts; sources and licences in README.md.\nexport const ${variable} = {\n${body.join('\n')}\n}\n`
  writeFileSync(join(import.meta.dirname, `../../pure/geography/${name}.ts`), text)
}

writeChina(128, writeWorld(40))
