/** Colours of the drawing, from the tokens of the theme. */
const names = [
  'canvas',
  'surface',
  'raised',
  'sunken',
  'ink',
  'soft',
  'faint',
  'line',
  'strong',
  'control',
  'accent',
  'accent-soft',
  'accent-text',
  'success-dot',
  'warning-dot',
  'danger-dot',
] as const

export type DrawingColors = Record<(typeof names)[number], string>

/** The colours of the current theme. */
export function readLook(): DrawingColors {
  const style = getComputedStyle(document.documentElement)
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as DrawingColors
}
