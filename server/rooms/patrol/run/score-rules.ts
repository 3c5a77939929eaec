/** Maximum points of a finding, by level: 1 critical, 2 warning, 3 notice. */
const weights: Readonly<Record<number, number>> = { 1: 20, 2: 8, 3: 3 }
/** Fraction of the points for a single device; the rest grows with the share of affected devices. */
const FIRST = 0.4

/** Points of a finding: a fixed part, the rest by the share of affected devices. 0 when all of it is ignored. */
export function pointsOf(level: number, found: number, of: number): number {
  if (found === 0 || of === 0) return 0
  const points = (weights[level] ?? 0) * (FIRST + (1 - FIRST) * Math.min(1, found / of))
  return Math.round(points * 10) / 10
}

/** 100 minus all points, at least 0; null when no rule had data. */
export function scoreOf(points: readonly number[], judged: number): number | null {
  if (judged === 0) return null
  return Math.max(0, Math.round(100 - points.reduce((sum, one) => sum + one, 0)))
}
