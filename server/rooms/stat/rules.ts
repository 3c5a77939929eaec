/** `{60,1200,3400,…}` for real[]; unknown pairs as null. */
export function trafficText(span: number, rx: number, tx: number, each: ArrayLike<number>): string {
  let text = `{${span},${rx},${tx}`
  for (let at = 0; at < each.length; at++) {
    const value = each[at] as number
    text += Number.isNaN(value) ? ',null' : `,${value}`
  }
  return `${text}}`
}

/** Maximum points on a screen; more cannot be distinguished. */
const MOST_POINTS = 400

export interface SamplePlan {
  source: 'sample' | '5m' | '1h' | '1d'
  /** Seconds between points. */
  step: number
}

/** The source of a curve over a period. Samples are kept `retention` days. */
export function planOf(from: number, to: number, now: number, retention: number): SamplePlan {
  const span = to - from
  const step = Math.ceil(span / MOST_POINTS / 60) * 60
  const rawThere = from >= now - retention * 86_400
  if (span <= 6 * 3600 && rawThere) return { source: 'sample', step: Math.max(60, step) }
  if (span <= 4 * 86_400 && from >= now - 85 * 86_400) return { source: '5m', step: upTo(step, 300) }
  if (span <= 90 * 86_400) return { source: '1h', step: upTo(step, 3600) }
  return { source: '1d', step: upTo(step, 86_400) }
}

const upTo = (step: number, unit: number) => Math.max(unit, Math.ceil(step / unit) * unit)
