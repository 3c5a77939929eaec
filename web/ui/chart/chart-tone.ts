/** Colours of series, by the names of their tokens. */
export type ChartTone =
  | `chart-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}`
  | 'danger-dot'
  | 'warning-dot'
  | 'success-dot'
  | 'accent'
  | 'strong'

/** How many series have a colour of their own; further ones take them again, dashed. */
export const tones = 10

export function toneAt(index: number): ChartTone {
  return `chart-${((index % tones) + 1) as 1}`
}

/** The colour a token has in the theme that shows. */
export function colourOf(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim()
}
