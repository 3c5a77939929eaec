import type { TerminalKind } from './terminal-kind.ts'

export type SiteKind = 'hotel' | 'office' | 'campus' | 'shop'

// Share of present terminals, by hour.
const rhythms: Readonly<Record<SiteKind, Readonly<Record<'guest' | 'worker' | 'visitor', readonly number[]>>>> = {
  hotel: {
    guest: [
      0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.88, 0.8, 0.66, 0.5, 0.38, 0.34, 0.4, 0.38, 0.4, 0.46, 0.52, 0.6, 0.7, 0.78, 0.84,
      0.88, 0.9, 0.9,
    ],
    worker: [
      0.2, 0.2, 0.2, 0.2, 0.2, 0.25, 0.5, 0.8, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0.4,
      0.3, 0.2,
    ],
    visitor: [
      0.05, 0.02, 0.02, 0.02, 0.02, 0.04, 0.15, 0.35, 0.4, 0.3, 0.3, 0.45, 0.55, 0.4, 0.35, 0.35, 0.4, 0.5, 0.65, 0.6,
      0.5, 0.35, 0.2, 0.1,
    ],
  },
  office: {
    guest: [
      0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.02, 0.08, 0.3, 0.5, 0.5, 0.45, 0.35, 0.45, 0.5, 0.5, 0.4, 0.25, 0.1, 0.05,
      0.03, 0.02, 0.01, 0.01,
    ],
    worker: [
      0.03, 0.02, 0.02, 0.02, 0.02, 0.02, 0.05, 0.25, 0.75, 0.92, 0.94, 0.9, 0.72, 0.85, 0.93, 0.92, 0.9, 0.75, 0.45,
      0.25, 0.16, 0.1, 0.06, 0.04,
    ],
    visitor: [
      0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.02, 0.05, 0.2, 0.35, 0.4, 0.35, 0.25, 0.35, 0.4, 0.35, 0.3, 0.15, 0.05,
      0.02, 0.01, 0.01, 0.01, 0.01,
    ],
  },
  campus: {
    guest: [
      0.5, 0.42, 0.38, 0.36, 0.36, 0.38, 0.45, 0.6, 0.75, 0.8, 0.82, 0.85, 0.8, 0.75, 0.8, 0.82, 0.8, 0.75, 0.72, 0.75,
      0.78, 0.75, 0.7, 0.6,
    ],
    worker: [
      0.03, 0.02, 0.02, 0.02, 0.02, 0.03, 0.1, 0.4, 0.8, 0.9, 0.9, 0.85, 0.6, 0.8, 0.9, 0.88, 0.8, 0.5, 0.3, 0.2, 0.15,
      0.1, 0.06, 0.04,
    ],
    visitor: [
      0.02, 0.02, 0.02, 0.02, 0.02, 0.03, 0.06, 0.15, 0.3, 0.35, 0.4, 0.5, 0.45, 0.35, 0.35, 0.35, 0.35, 0.35, 0.4,
      0.35, 0.25, 0.15, 0.08, 0.04,
    ],
  },
  shop: {
    guest: [
      0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.03, 0.08, 0.2, 0.4, 0.55, 0.65, 0.7, 0.6, 0.55, 0.6, 0.65, 0.75, 0.85, 0.85,
      0.7, 0.4, 0.1, 0.03,
    ],
    worker: [
      0.05, 0.03, 0.03, 0.03, 0.03, 0.05, 0.1, 0.3, 0.7, 0.9, 0.95, 0.95, 0.95, 0.95, 0.95, 0.95, 0.95, 0.95, 0.95, 0.9,
      0.8, 0.5, 0.15, 0.06,
    ],
    visitor: [
      0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.02, 0.06, 0.18, 0.35, 0.5, 0.55, 0.5, 0.45, 0.45, 0.5, 0.55, 0.65, 0.75,
      0.7, 0.5, 0.25, 0.06, 0.02,
    ],
  },
}

// Factors for the days of the week: index 0 is Sunday.
const weeks: Readonly<Record<SiteKind, readonly number[]>> = {
  hotel: [0.9, 0.75, 0.75, 0.78, 0.82, 1, 1],
  office: [0.08, 1, 1, 1, 1, 0.95, 0.15],
  campus: [0.55, 1, 1, 1, 1, 0.95, 0.6],
  shop: [1, 0.65, 0.65, 0.68, 0.72, 0.9, 1],
}

// Use of the network by present terminals: low at night, high in the evening.
const appetite = [
  0.35, 0.2, 0.12, 0.08, 0.07, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.95, 1, 0.95, 0.95, 0.95, 0.95, 1, 1.1, 1.3, 1.4, 1.35,
  1.1, 0.7,
]

/** Local time of a site as hours since Sunday midnight. */
export function hourOfWeek(now: number, utcOffset: number): number {
  // 1 January 1970 was a Thursday
  return (((now / 3600 + utcOffset + 4 * 24) % 168) + 168) % 168
}

/** The share of terminals of this type that are present at this hour of the week, 0 to 1. */
export function presenceAt(kind: TerminalKind['presence'], site: SiteKind, hour: number): number {
  if (kind === 'always') return 0.997
  return between(rhythms[site][kind], hour) * weekday(site, hour)
}

/** Demand for data, about 1 during the day. */
export function appetiteAt(kind: TerminalKind, hour: number): number {
  return kind.presence === 'always' && !kind.mobile ? 1 : between(appetite, hour)
}

function weekday(site: SiteKind, hour: number): number {
  return weeks[site][Math.floor(hour / 24) % 7] ?? 1
}

function between(hours: readonly number[], hour: number): number {
  const at = hour % 24
  const low = Math.floor(at)
  const from = hours[low] ?? 0
  return from + ((hours[(low + 1) % 24] ?? 0) - from) * (at - low)
}
