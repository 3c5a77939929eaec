const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const
const bitUnits = ['bps', 'Kbps', 'Mbps', 'Gbps', 'Tbps'] as const

/** Bytes in readable form: base 1024, two decimals above plain bytes. */
export function flowText(bytes: number): string {
  const [value, unit] = scaled(bytes, 1024)
  return unit === 0 ? `${Math.round(value)} B` : `${value.toFixed(2)} ${units[unit]}`
}

/** Bits per second in readable form: base 1000, three significant digits. */
export function rateText(bps: number): string {
  const [value, unit] = scaled(bps, 1000)
  const digits = unit === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2
  return `${value.toFixed(digits)} ${bitUnits[unit]}`
}

/** The value in the largest unit that leaves at least 1, and the index of that unit. Negative values count as 0. */
function scaled(amount: number, base: number): [number, number] {
  let value = Math.max(0, amount)
  let unit = 0
  // 999.6 of one unit would round to 1000: it becomes 1.00 of the next
  while (value >= base - 0.5 && unit < units.length - 1) {
    value /= base
    unit++
  }
  return [value, unit]
}
