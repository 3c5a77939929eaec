/** Something that wants to be woken; it adds itself again when it wants more. */
export interface WheelEntry {
  due(): void
  /** `due` threw that. */
  broke(error: unknown): void
}

/** The longest time ahead, seconds; longer ones are cut to it. */
const SLOTS = 64

/** One timer for all connections: a slot a second, each with those due in it. Ten thousand timers would cost more. */
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

  /** Wakes `one` in `seconds`; returns the slot, which `remove` wants. */
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

/** One that fails keeps nobody else of its slot asleep. */
function wake(one: WheelEntry): void {
  try {
    one.due()
  } catch (error) {
    one.broke(error)
  }
}
