/** Number of remembered devices: more than are released during one identification. */
const MOST = 20_000

/**
 * Devices whose connections were released. A device that is being identified at that time is not in the index yet: afterwards it
 * checks here whether it was released.
 */
export class Released {
  private readonly turns = new Map<number, number>()
  private turn = 0

  /** The present time, for `since`. */
  mark(): number {
    return this.turn
  }

  add(device_id: number): void {
    this.turns.delete(device_id)
    this.turns.set(device_id, ++this.turn)
    if (this.turns.size <= MOST) return
    const oldest = this.turns.keys().next().value
    if (oldest !== undefined) this.turns.delete(oldest)
  }

  since(device_id: number, mark: number): boolean {
    return (this.turns.get(device_id) ?? 0) > mark
  }
}
