import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded before the program (`--import`), in each of its threads, as `innerFaults` says. Its wall clock says so many seconds more
 * than the machine's as stand in the file `SHIFT_CLOCK_FILE`, and what it shows stands in `SHIFT_CLOCK_FILE`.shown; steady clocks, timers and PostgreSQL are left alone. Its threads
 * but the first hang while the file `HANG_THREADS_FILE` is there.
 */
const clockFile = process.env['SHIFT_CLOCK_FILE']
const hangFile = process.env['HANG_THREADS_FILE']
/** ms between two readings of the files. */
const EVERY = 200
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

if (clockFile) {
  const read = () => {
    try {
      const set = readFileSync(clockFile, 'utf8')
      const was = ahead
      ahead = Number(set) * 1000 || 0
      if (isMainThread && ahead !== was) writeFileSync(`${clockFile}.shown`, set)
    } catch {}
  }
  read()
  setInterval(read, EVERY).unref()
  globalThis.Date = ShiftedDate as DateConstructor
}

if (hangFile && !isMainThread) {
  const never = new Int32Array(new SharedArrayBuffer(4))
  const hang = () => {
    while (existsSync(hangFile)) Atomics.wait(never, 0, 0, EVERY)
  }
  setInterval(hang, EVERY).unref()
}
