import type { RollupLevel, TimePeriod } from '../period.ts'

const FINE = 300
const HOUR = 3600
const DAY = 86_400

export interface DevicePiece extends TimePeriod {
  level: RollupLevel
}

/**
 * A period by the roll-ups of devices: whole hours for short ones; for longer ones whole days, and the hours after the
 * last complete day; five minutes while no hour is complete. `told`: how far each has advanced.
 */
export function devicePieces({ from, to }: TimePeriod, reported: Readonly<Record<RollupLevel, number>>): DevicePiece[] {
  const isLong = to - from > 2 * DAY
  const begin = Math.floor(from / (isLong ? DAY : HOUR)) * (isLong ? DAY : HOUR)
  const end = Math.min(Math.ceil(to / HOUR) * HOUR, reported['1h'])
  const days = isLong ? Math.max(begin, Math.min(Math.floor(end / DAY) * DAY, reported['1d'])) : begin
  const pieces: DevicePiece[] = [
    { level: '1d', from: begin, to: days },
    { level: '1h', from: days, to: end },
  ]
  const some = pieces.filter((piece) => piece.from < piece.to)
  if (some.length) return some
  const fine = { from: Math.floor(from / FINE) * FINE, to: Math.min(Math.ceil(to / FINE) * FINE, reported['5m']) }
  return fine.from < fine.to ? [{ level: '5m', ...fine }] : []
}
