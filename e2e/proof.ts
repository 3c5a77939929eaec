/** A journey without a browser: a file `<name>.e2e.ts` exports it as `proof`. It throws what did not hold. */
export interface Proof {
  readonly title: string
  /** How long it may take; without, as long as any journey. */
  readonly seconds?: number
  /** It waits for intervals of devices most of the time, and is played beside the other proofs; not with `createCable`: a process has one cable. */
  readonly waits?: boolean
  /** `say` prints one line of what was measured, or why something was left out. */
  run(say: (line: string) => void): Promise<void>
}
