/** An icon drawn by the style sheet (`styles/glyphs.css`) without elements of its own; used in table rows. */
export type Glyph =
  | 'arrow-down'
  | 'arrow-up'
  | 'check'
  | 'chevron-right'
  | 'circle-alert'
  | 'circle-check'
  | 'circle-dashed'
  | 'circle-dot'
  | 'circle-minus'
  | 'copy'
  | 'ellipsis'
  | 'flask-conical'
  | 'pencil'
  | 'rotate-cw'
  | 'square-terminal'
  | 'triangle-alert'

/** Class of an element that starts with the icon. */
export function glyphClass(name: Glyph): string {
  return `glyph glyph-${name}`
}
