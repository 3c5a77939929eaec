import type { CanvasPoint } from '../network.ts'

export interface PenStroke {
  color: string
  width: number
  dash?: readonly number[]
}

export interface TextStyle {
  color: string
  size: number
  bold?: boolean
  align?: 'left' | 'center' | 'right'
  /** Maximum width in world units; longer texts are truncated. */
  most?: number
  /** Background colour. */
  ground?: string
}

/** Drawing operations, which render to a canvas or to a file. */
export interface Pen {
  line(points: readonly CanvasPoint[], stroke: PenStroke): void
  box(x: number, y: number, width: number, height: number, radius: number, fill: string, stroke?: PenStroke): void
  dot(x: number, y: number, radius: number, fill: string): void
  /** An icon of 24 by 24 centred at x, y. */
  glyph(path: string, x: number, y: number, size: number, color: string): void
  text(text: string, x: number, y: number, style: TextStyle): void
}

const fontFamily = () => getComputedStyle(document.body).fontFamily
const fontOf = ({ size, bold }: TextStyle, family: string) => `${bold ? 600 : 400} ${size}px ${family}`

const cuts = new Map<string, string>()

/** A font was loaded: measurements with another font are invalid. */
export function clearMeasures(): void {
  cuts.clear()
}

/** The text, truncated to the available width. Measured once per text and width. */
function cut(context: CanvasRenderingContext2D, text: string, style: TextStyle, family: string): string {
  if (style.most === undefined) return text
  const key = `${style.size} ${style.bold ? 1 : 0} ${style.most} ${text}`
  const known = cuts.get(key)
  if (known !== undefined) return known
  context.font = fontOf(style, family)
  let short = text
  for (let length = text.length; length > 1 && context.measureText(short).width > style.most; length--)
    short = `${text.slice(0, length - 1)}…`
  if (cuts.size > 20_000) cuts.clear()
  cuts.set(key, short)
  return short
}

const shapes = new Map<string, Path2D>()
function shapeOf(path: string): Path2D {
  const known = shapes.get(path) ?? new Path2D(path)
  shapes.set(path, known)
  return known
}

export class CanvasPen implements Pen {
  private readonly context: CanvasRenderingContext2D
  private readonly family = fontFamily()

  constructor(context: CanvasRenderingContext2D) {
    this.context = context
  }

  line(points: readonly CanvasPoint[], { color, width, dash }: PenStroke): void {
    const { context } = this
    context.strokeStyle = color
    context.lineWidth = width
    context.setLineDash(dash ? [...dash] : [])
    context.beginPath()
    points.forEach(({ x, y }, at) => (at === 0 ? context.moveTo(x, y) : context.lineTo(x, y)))
    context.stroke()
  }

  box(x: number, y: number, width: number, height: number, radius: number, fill: string, stroke?: PenStroke): void {
    const { context } = this
    context.beginPath()
    context.roundRect(x, y, width, height, radius)
    context.fillStyle = fill
    context.fill()
    if (!stroke) return
    context.strokeStyle = stroke.color
    context.lineWidth = stroke.width
    context.setLineDash(stroke.dash ? [...stroke.dash] : [])
    context.stroke()
  }

  dot(x: number, y: number, radius: number, fill: string): void {
    const { context } = this
    context.beginPath()
    context.arc(x, y, radius, 0, 2 * Math.PI)
    context.fillStyle = fill
    context.fill()
  }

  glyph(path: string, x: number, y: number, size: number, color: string): void {
    const { context } = this
    const scale = size / 24
    context.translate(x - size / 2, y - size / 2)
    context.scale(scale, scale)
    context.strokeStyle = color
    context.lineWidth = 1.7
    context.lineCap = context.lineJoin = 'round'
    context.setLineDash([])
    context.stroke(shapeOf(path))
    context.lineCap = 'butt'
    context.scale(1 / scale, 1 / scale)
    context.translate(size / 2 - x, size / 2 - y)
  }

  text(text: string, x: number, y: number, style: TextStyle): void {
    const { context } = this
    const shown = cut(context, text, style, this.family)
    context.font = fontOf(style, this.family)
    context.textAlign = style.align ?? 'left'
    context.textBaseline = 'middle'
    if (style.ground) {
      const width = context.measureText(shown).width + 6
      const left = style.align === 'center' ? x - width / 2 : style.align === 'right' ? x - width + 3 : x - 3
      context.fillStyle = style.ground
      context.fillRect(left, y - style.size * 0.65, width, style.size * 1.3)
    }
    context.fillStyle = style.color
    context.fillText(shown, x, y)
  }
}

const safe = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const short = (value: number) => String(Math.round(value * 100) / 100)

/** Collects the drawing as SVG; `measure` returns the width of texts. */
export class SvgPen implements Pen {
  private readonly parts: string[] = []
  private readonly measure: CanvasRenderingContext2D
  private readonly family = fontFamily()

  constructor(measure: CanvasRenderingContext2D) {
    this.measure = measure
  }

  line(points: readonly CanvasPoint[], stroke: PenStroke): void {
    const list = points.map(({ x, y }) => `${short(x)},${short(y)}`).join(' ')
    this.parts.push(`<polyline points="${list}" fill="none"${strokeText(stroke)}/>`)
  }

  box(x: number, y: number, width: number, height: number, radius: number, fill: string, stroke?: PenStroke): void {
    const at = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" rx="${radius}"`
    this.parts.push(`<rect ${at} fill="${fill}"${stroke ? strokeText(stroke) : ''}/>`)
  }

  dot(x: number, y: number, radius: number, fill: string): void {
    this.parts.push(`<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${fill}"/>`)
  }

  glyph(path: string, x: number, y: number, size: number, color: string): void {
    const place = `translate(${short(x - size / 2)} ${short(y - size / 2)}) scale(${short(size / 24)})`
    const look = `fill="none" stroke="${color}" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"`
    this.parts.push(`<path transform="${place}" d="${path}" ${look}/>`)
  }

  text(text: string, x: number, y: number, style: TextStyle): void {
    const shown = cut(this.measure, text, style, this.family)
    const anchor = style.align === 'center' ? 'middle' : style.align === 'right' ? 'end' : 'start'
    const place = `x="${short(x)}" y="${short(y)}" text-anchor="${anchor}" dominant-baseline="central"`
    const ground = style.ground ? ` paint-order="stroke" stroke="${style.ground}" stroke-width="4"` : ''
    const look = `font-size="${style.size}" font-weight="${style.bold ? 600 : 400}" fill="${style.color}"${ground}`
    this.parts.push(`<text ${place} ${look}>${safe(shown)}</text>`)
  }

  /** The SVG file; the box is the visible part of the world. */
  file(
    { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number },
    ground: string,
  ): string {
    const [width, height] = [right - left, bottom - top]
    const frame = `viewBox="${short(left)} ${short(top)} ${short(width)} ${short(height)}" width="${short(width)}" height="${short(height)}"`
    const back = `<rect x="${short(left)}" y="${short(top)}" width="${short(width)}" height="${short(height)}" fill="${ground}"/>`
    return `<svg xmlns="http://www.w3.org/2000/svg" ${frame} font-family="${safe(this.family)}">${back}${this.parts.join('')}</svg>\n`
  }
}

function strokeText({ color, width, dash }: PenStroke): string {
  return ` stroke="${color}" stroke-width="${short(width)}"${dash ? ` stroke-dasharray="${dash.join(' ')}"` : ''}`
}
