/**
 * A backfilled sample of a device: seconds after its first row, seconds that its traffic covers,
 * cpu %, memory in use %, °C, load, terminals, octets in and out through the uplinks, then octets in and out of each interface.
 * Unknown: null, or missing at the end.
 */
export type LateRow = readonly (number | null)[]

/** Positions of the values in a row. */
export const lateAt = {
  after: 0,
  span: 1,
  cpu: 2,
  mem: 3,
  temp: 4,
  load: 5,
  terminals: 6,
  rx: 7,
  tx: 8,
  each: 9,
} as const
