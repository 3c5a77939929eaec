/** A pending timer; `cancel` costs nothing. */
export interface WheelTimer {
  cancel(): void
}

class TimerEntry implements WheelTimer {
  readonly due: number
  run: (() => void) | undefined

  constructor(due: number, run: () => void) {
    this.due = due
    this.run = run
  }

  cancel(): void {
    this.run = undefined
  }
}

/**
 * One operating-system timer for all devices of a process: every tick runs the entries of one slot. Ten thousand separate timers
 * would cost more than the messages of the devices. Precision is one tick, milliseconds.
 */
export class TimerWheel {
  readonly #tick: number
  readonly #slots: TimerEntry[][]
  #at: number
  #clock: NodeJS.Timeout | undefined

  constructor(tick = 50, slots = 2048) {
    this.#tick = tick
    this.#slots = Array.from({ length: slots }, () => [])
    this.#at = Math.floor(performance.now() / tick)
  }

  /** Runs `run` once after `milliseconds`; the wheel starts with the first entry. */
  after(milliseconds: number, run: () => void): WheelTimer {
    const due = Math.max(this.#at + 1, Math.ceil((performance.now() + milliseconds) / this.#tick))
    const entry = new TimerEntry(due, run)
    this.#slots[due % this.#slots.length]?.push(entry)
    this.#clock ??= setInterval(() => this.#turn(), this.#tick)
    return entry
  }

  stop(): void {
    clearInterval(this.#clock)
    this.#clock = undefined
    for (const slot of this.#slots) slot.length = 0
  }

  // A busy process may be late: the turn runs every slot since the last one.
  #turn(): void {
    const now = Math.floor(performance.now() / this.#tick)
    if (now - this.#at > this.#slots.length) this.#at = now - this.#slots.length
    while (this.#at < now) this.#run(++this.#at)
  }

  #run(at: number): void {
    const index = at % this.#slots.length
    const slot = this.#slots[index] as TimerEntry[]
    if (slot.length === 0) return
    const later = slot.filter((entry) => entry.due > at)
    this.#slots[index] = later
    for (const entry of slot) if (entry.due <= at) entry.run?.()
  }
}
