import { randomInt } from 'node:crypto'
import { slideCaptcha } from '@belvedere/pure/sign-in/slide-captcha.ts'

const { width, height, piece, radius, box } = slideCaptcha

export interface CaptchaPicture {
  /** JPEG of the background with the gap. */
  image: Buffer
  /** PNG of the piece, `box` pixels wide and high, transparent around it. */
  cut: Buffer
  /** Left edge of the gap; the answer. */
  gap: number
  /** Top of the gap. */
  y: number
}

/** A new captcha: a random landscape, and one piece cut out of it. */
export async function drawCaptcha(): Promise<CaptchaPicture> {
  // loaded on first use: most servers see few failed sign-ins
  const { default: sharp } = await import('sharp')
  const gap = randomInt(box + 20, width - box - 4)
  const y = randomInt(4, height - box - 4)
  const scene = await sharp(svg(width, height, landscape()))
    .removeAlpha()
    .raw()
    .toBuffer()
  const raw = { raw: { width, height, channels: 3 as const } }
  const whole = svg(width, height, `<g transform="translate(${gap} ${y})">${hole}</g>`)
  const [image, cut] = await Promise.all([
    sharp(scene, raw)
      .composite([{ input: whole }])
      .jpeg({ quality: 80 })
      .toBuffer(),
    sharp(scene, raw)
      .extract({ left: gap, top: y, width: box, height: box })
      .ensureAlpha()
      .composite([{ input: svg(box, box, mask), blend: 'dest-in' }, { input: svg(box, box, edge) }])
      .png()
      .toBuffer(),
  ])
  return { image, cut, gap, y }
}

const svg = (w: number, h: number, inside: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${inside}</svg>`,
  )

/** A square with a knob at the top and at the right, and a notch at the left. */
const outline = (() => {
  const [left, top] = [2, box - piece - 2]
  const [right, bottom] = [left + piece, top + piece]
  const reach = radius * 0.7
  const [midX, midY] = [left + piece / 2, top + piece / 2]
  const arc = (sweep: 0 | 1, x: number, y: number) => `A${radius} ${radius} 0 1 ${sweep} ${x} ${y}`
  return [
    `M${left} ${top}`,
    `H${midX - reach}`,
    arc(1, midX + reach, top),
    `H${right}`,
    `V${midY - reach}`,
    arc(1, right, midY + reach),
    `V${bottom}`,
    `H${left}`,
    `V${midY + reach}`,
    arc(0, left, midY - reach),
    'Z',
  ].join(' ')
})()
const mask = `<path d="${outline}" fill="#fff"/>`
const edge = `<path d="${outline}" fill="none" stroke="#fff" stroke-opacity=".9" stroke-width="1.5"/>`
const hole = `<path d="${outline}" fill="#0b1220" fill-opacity=".55" stroke="#fff" stroke-opacity=".6"/>`

const among = (from: number, to: number) => randomInt(from, to + 1)
const hsl = (hue: number, light: number) => `hsl(${hue % 360} ${among(35, 70)}% ${light}%)`

/** Sky, sun, clouds, three ranges of hills and some trees, in random colours. */
function landscape(): string {
  const hue = among(0, 359)
  const sky = `<linearGradient id="s" x1="0" y1="0" x2="${Math.random().toFixed(2)}" y2="1"><stop stop-color="${hsl(hue, 62)}"/><stop offset="1" stop-color="${hsl(hue + 60, 80)}"/></linearGradient>`
  const sun = `<circle cx="${among(30, 280)}" cy="${among(18, 60)}" r="${among(10, 24)}" fill="${hsl(hue + 150, 85)}"/>`
  const hills = [0, 1, 2].map((row) => hill(60 + row * 28, hsl(hue + 100 + row * 25, 58 - row * 13)))
  const many = (count: number, one: () => string) => Array.from({ length: count }, one)
  const clouds = many(among(3, 6), () => cloud(among(0, width), among(8, 60)))
  const trees = many(among(14, 26), () =>
    tree(among(0, width), among(85, height + 8), hsl(hue + 90 + among(0, 60), among(20, 42))),
  )
  return [
    `<defs>${sky}</defs><rect width="100%" height="100%" fill="url(#s)"/>`,
    sun,
    ...clouds,
    ...hills,
    ...trees,
  ].join('')
}

function hill(base: number, fill: string): string {
  const points = Array.from({ length: 7 }, (_, at) => [Math.round((at * width) / 6), base + among(-22, 22)] as const)
  const curve = points.slice(1).map(([x, y], at) => {
    const [px, py] = points[at] ?? [0, base]
    const mid = (px + x) / 2
    return `C${mid} ${py} ${mid} ${y} ${x} ${y}`
  })
  return `<path d="M0 ${points[0]?.[1] ?? base} ${curve.join(' ')} V${height} H0 Z" fill="${fill}"/>`
}

const cloud = (x: number, y: number) =>
  [-14, 0, 13]
    .map(
      (dx) =>
        `<ellipse cx="${x + dx}" cy="${y + among(-3, 3)}" rx="${among(9, 18)}" ry="${among(5, 10)}" fill="#fff" fill-opacity=".6"/>`,
    )
    .join('')

const tree = (x: number, y: number, fill: string) => {
  const [wide, high] = [among(5, 11), among(14, 34)]
  return `<path d="M${x - wide} ${y} L${x} ${y - high} L${x + wide} ${y} Z" fill="${fill}"/>`
}
