/** Margin and height of the title in pixels. */
const margin = 16
const titleHeight = 44

export interface PictureTexts {
  title: string
  /** Subtitle: subject and time. */
  note: string
}

/**
 * Renders an element as a PNG in the size it has on screen: backgrounds, texts, canvases and SVGs in the colours of
 * the theme. Elements marked `data-no-picture` are omitted.
 */
export async function pictureOf(element: HTMLElement, { title, note }: PictureTexts): Promise<Blob> {
  const box = element.getBoundingClientRect()
  const scale = Math.max(2, devicePixelRatio)
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil((box.width + 2 * margin) * scale)
  canvas.height = Math.ceil((box.height + titleHeight + 2 * margin) * scale)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  const style = getComputedStyle(document.documentElement)
  pen.scale(scale, scale)
  pen.fillStyle = style.getPropertyValue('--surface')
  pen.fillRect(0, 0, canvas.width, canvas.height)
  const family = getComputedStyle(document.body).fontFamily
  pen.textBaseline = 'top'
  pen.fillStyle = style.getPropertyValue('--ink')
  pen.font = `600 15px ${family}`
  pen.fillText(title, margin, margin)
  pen.fillStyle = style.getPropertyValue('--faint')
  pen.font = `12px ${family}`
  pen.fillText(note, margin, margin + 22)
  pen.translate(margin - box.left, margin + titleHeight - box.top)
  await drawElement(pen, element)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
}

async function drawElement(pen: CanvasRenderingContext2D, element: Element): Promise<void> {
  if (element.hasAttribute('data-no-picture')) return
  const box = element.getBoundingClientRect()
  const style = getComputedStyle(element)
  // content for screen readers only is one pixel large
  if (style.display === 'none' || style.visibility === 'hidden' || style.position === 'fixed') return
  if (box.width <= 1 || box.height <= 1) return
  if (element instanceof HTMLCanvasElement) return void pen.drawImage(element, box.left, box.top, box.width, box.height)
  if (element instanceof SVGSVGElement) return drawSvg(pen, element, box)
  drawGround(pen, box, style)
  for (const node of element.childNodes) {
    if (node instanceof Text) drawText(pen, node, box, style)
    else if (node instanceof Element) await drawElement(pen, node)
  }
}

function drawGround(
  pen: CanvasRenderingContext2D,
  box: DOMRect,
  { backgroundColor, borderRadius }: CSSStyleDeclaration,
): void {
  if (backgroundColor === 'rgba(0, 0, 0, 0)') return
  pen.fillStyle = backgroundColor
  pen.beginPath()
  pen.roundRect(box.left, box.top, box.width, box.height, Number.parseFloat(borderRadius) || 0)
  pen.fill()
}

function drawText(pen: CanvasRenderingContext2D, node: Text, clip: DOMRect, style: CSSStyleDeclaration): void {
  const text = node.data.trim()
  if (!text) return
  const range = document.createRange()
  range.selectNodeContents(node)
  const box = range.getBoundingClientRect()
  if (box.width === 0) return
  pen.save()
  if (style.overflow !== 'visible') {
    pen.beginPath()
    pen.rect(clip.left, clip.top, clip.width, clip.height)
    pen.clip()
  }
  pen.fillStyle = style.color
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  pen.textBaseline = 'middle'
  pen.fillText(text, box.left, box.top + box.height / 2)
  pen.restore()
}

const drawn = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-dashoffset',
  'opacity',
  'font-size',
  'font-weight',
  'font-family',
  'text-anchor',
]

async function drawSvg(pen: CanvasRenderingContext2D, svg: SVGSVGElement, box: DOMRect): Promise<void> {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const copies = copy.querySelectorAll('*')
  svg.querySelectorAll('*').forEach((element, at) => {
    const style = getComputedStyle(element)
    copies[at]?.removeAttribute('style')
    for (const name of drawn) copies[at]?.setAttribute(name, style.getPropertyValue(name))
  })
  copy.setAttribute('width', String(box.width))
  copy.setAttribute('height', String(box.height))
  const address = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }),
  )
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    pen.drawImage(image, box.left, box.top, box.width, box.height)
  } finally {
    URL.revokeObjectURL(address)
  }
}
