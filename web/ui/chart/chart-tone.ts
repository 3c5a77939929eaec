/** Colours of series, by token name. */
export type ChartTone =
  | `chart-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10}`
  | 'danger-dot'
  | 'warning-dot'
  | 'success-dot'
  | 'accent'
  | 'strong'

/** Number of series with a distinct colour; further series repeat the colours, dashed. */
export const tones = 10

export function toneAt(index: number): ChartTone {
  return `chart-${((index % tones) + 1) as 1}`
}

/** The value of a colour token in the current theme. */
export function colourOf(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim()
}
