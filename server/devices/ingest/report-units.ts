/** What a report says, in the units of the tables: tenths, hundredths, within a smallint. */
export const tenths = (value: number | undefined) => small(value, 10)
export const hundredths = (value: number | undefined) => small(value, 100)
export const whole = (value: number | undefined) => small(value, 1)

function small(value: number | undefined, factor: number): number | null {
  if (value === undefined || !Number.isFinite(value)) return null
  return Math.max(-32_768, Math.min(32_767, Math.round(value * factor)))
}

/** Percent of memory in use; what the kernel caches counts as free. */
export function memoryUsed(memory: { total: number; free: number; cached?: number } | undefined): number | undefined {
  if (!memory || !(memory.total > 0)) return undefined
  const free = Math.min(memory.total, memory.free + (memory.cached ?? 0))
  return Math.max(0, 100 * (1 - free / memory.total))
}
