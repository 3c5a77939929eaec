/** Devices remembered: more than are let go of while one is being identified. */
const MOST = 20_000

/**
 * Devices whose connections were told to go. One that is being identified at that moment is found under no number yet: it asks
 * here afterwards whether it missed the word.
 */
export class Released {
  private readonly turns = new Map<number, number>()
  private turn = 0

  /** Now, for `since`. */
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
