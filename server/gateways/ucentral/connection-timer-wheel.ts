/** An object with a timer; it adds itself again when it needs another one. */
export interface WheelEntry {
  due(): void
  /** `due` threw this error. */
  broke(error: unknown): void
}

/** The longest delay in seconds; a longer one is shortened to it. */
const SLOTS = 64

/** One timer for all connections: a slot for each second with its due connections. Ten thousand timers would cost more. */
export class ConnectionTimerWheel {
  private readonly slots: Set<WheelEntry>[] = Array.from({ length: SLOTS }, () => new Set())
  private at = 0
  private readonly timer: NodeJS.Timeout
  private readonly onTick: () => void

  constructor(tickMs: number, onTick: () => void) {
    this.onTick = onTick
    this.timer = setInterval(() => this.turn(), tickMs)
    this.timer.unref()
  }

  /** Calls `one` in `seconds`; returns the slot, which `remove` needs. */
  add(one: WheelEntry, seconds: number): number {
    const slot = (this.at + Math.min(SLOTS - 1, Math.max(1, seconds))) % SLOTS
    this.slots[slot]?.add(one)
    return slot
  }

  remove(one: WheelEntry, slot: number): void {
    this.slots[slot]?.delete(one)
  }

  stop(): void {
    clearInterval(this.timer)
  }

  private turn(): void {
    this.at = (this.at + 1) % SLOTS
    const slot = this.slots[this.at]
    if (slot && slot.size > 0) {
      this.slots[this.at] = new Set()
      for (const one of slot) wake(one)
    }
    this.onTick()
  }
}

/** An error of one entry does not affect the others of its slot. */
function wake(one: WheelEntry): void {
  try {
    one.due()
  } catch (error) {
    one.broke(error)
  }
}
