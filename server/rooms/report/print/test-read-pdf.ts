import { inflateSync } from 'node:zlib'

/** For tests: the texts of a PDF written by pdfkit, in drawing order, one for each piece of text. */
export function textsOfPdf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf)
  const fonts = fontsOf(objects)
  const texts: string[] = []
  for (const { dictionary } of objects.values()) {
    if (!/\/Type \/Page\b/.test(dictionary)) continue
    const content = objects.get(Number(/\/Contents (\d+) 0 R/.exec(dictionary)?.[1]))?.stream ?? ''
    const resources = objects.get(Number(/\/Resources (\d+) 0 R/.exec(dictionary)?.[1]))?.dictionary ?? dictionary
    const names = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => [name, fonts.get(Number(id))]),
    )
    texts.push(...textsIn(content, names))
  }
  return texts
}

interface PdfObject {
  dictionary: string
  stream: string
}

function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const whole = pdf.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const found of whole.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const start = found.index + found[0].length
    const end = whole.indexOf('\nendobj', start)
    const streamAt = whole.indexOf('stream\n', start)
    const has = streamAt >= 0 && streamAt < end
    const dictionary = whole.slice(start, has ? streamAt : end)
    objects.set(Number(found[1]), { dictionary, stream: has ? streamOf(pdf, dictionary, streamAt + 7, whole) : '' })
  }
  return objects
}

function streamOf(pdf: Buffer, dictionary: string, at: number, whole: string): string {
  const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? whole.indexOf('\nendstream', at) - at)
  const bytes = pdf.subarray(at, at + length)
  // pictures and fonts are not needed
  if (/\/(Subtype \/Image|Length1|Subtype \/CIDFontType0C|Subtype \/OpenType)/.test(dictionary)) return ''
  return (/FlateDecode/.test(dictionary) ? inflateSync(bytes) : bytes).toString('latin1')
}

/** By number of the font: text by glyph. */
function fontsOf(objects: ReadonlyMap<number, PdfObject>): Map<number, Map<number, string>> {
  const fonts = new Map<number, Map<number, string>>()
  for (const [id, { dictionary }] of objects) {
    const to = /\/ToUnicode (\d+) 0 R/.exec(dictionary)?.[1]
    if (to) fonts.set(id, glyphsOf(objects.get(Number(to))?.stream ?? ''))
  }
  return fonts
}

function glyphsOf(map: string): Map<number, string> {
  const glyphs = new Map<number, string>()
  for (const [, first = '', , list = ''] of map.matchAll(/<([0-9a-f]+)>\s*<([0-9a-f]+)>\s*\[([^\]]*)\]/gi)) {
    const start = Number.parseInt(first, 16)
    ;[...list.matchAll(/<([0-9a-f ]*)>/gi)].forEach(([, hex = ''], at) => {
      const units = hex.replaceAll(' ', '').match(/.{4}/g) ?? []
      glyphs.set(start + at, String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))))
    })
  }
  return glyphs
}

function textsIn(content: string, fonts: ReadonlyMap<string, Map<number, string> | undefined>): string[] {
  return [...content.matchAll(/BT\n([\s\S]*?)\nET/g)].map(([, block = '']) => {
    const glyphs = fonts.get(/\/(F\d+) [\d.]+ Tf/.exec(block)?.[1] ?? '')
    const codes = [...block.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    return codes.map((code) => glyphs?.get(Number.parseInt(code, 16)) ?? '\ufffd').join('')
  })
}
