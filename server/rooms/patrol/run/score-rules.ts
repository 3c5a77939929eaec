/** Points of the worst a finding may take, by level: 1 critical, 2 warning, 3 notice. */
const weights: Readonly<Record<number, number>> = { 1: 20, 2: 8, 3: 3 }
/** Part of the points that one device costs already; the rest comes with the share of devices concerned. */
const FIRST = 0.4

/**
 * Points a finding takes: a part for being there at all, the rest by the share of devices it is found on. 0 when all of it is
 * ignored.
 */
export function pointsOf(level: number, found: number, of: number): number {
  if (found === 0 || of === 0) return 0
  const points = (weights[level] ?? 0) * (FIRST + (1 - FIRST) * Math.min(1, found / of))
  return Math.round(points * 10) / 10
}

/** 100 less all points, 0 at least; null when no rule had data. */
export function scoreOf(points: readonly number[], judged: number): number | null {
  if (judged === 0) return null
  return Math.max(0, Math.round(100 - points.reduce((sum, one) => sum + one, 0)))
}
