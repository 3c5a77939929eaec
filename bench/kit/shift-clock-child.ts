import { readFileSync } from 'node:fs'

/**
 * Loaded before the program (`--import`), in each of its threads: its wall clock says so many seconds more than the machine's as
 * stand in the file `SHIFT_CLOCK_FILE`. Steady clocks, timers and PostgreSQL are left alone.
 */
const file = process.env['SHIFT_CLOCK_FILE']
const OwnDate = Date
let ahead = 0

class ShiftedDate extends OwnDate {
  constructor(...parts: unknown[]) {
    if (parts.length === 0) super(ShiftedDate.now())
    else super(...(parts as [number]))
  }

  static override now(): number {
    return OwnDate.now() + ahead
  }
}

if (file) {
  const read = () => {
    try {
      ahead = Number(readFileSync(file, 'utf8')) * 1000 || 0
    } catch {}
  }
  read()
  setInterval(read, 200).unref()
  globalThis.Date = ShiftedDate as DateConstructor
}
