import { isLoopback, plainAddress } from './address-rules.ts'

export interface Reader {
  /** Address the call came from. */
  ip: string
  /** Devices whose terminal has that address. */
  behind: readonly number[]
}

/**
 * Does the reader's own connection run through what goes away? Known where the reader is a terminal of the scene. Somebody
 * who comes from the address a scene's devices dial from sits behind its line, but where is not told: perhaps, and certainly
 * when nothing of the scene is left.
 */
export function ownPathOf(
  { ip, behind }: Reader,
  { lost, down }: { lost: ReadonlySet<number>; down: ReadonlySet<number> },
  devices: readonly { id: number; dials: string | null }[],
): 'no' | 'maybe' | 'yes' {
  const address = plainAddress(ip)
  const gone = (id: number) => lost.has(id) || down.has(id)
  if (behind.length > 0) return behind.every(gone) ? 'yes' : behind.some(gone) ? 'maybe' : 'no'
  if (isLoopback(address) || down.size === 0) return 'no'
  const beside = devices.filter(({ dials }) => dials !== null && plainAddress(dials) === address)
  if (beside.length === 0) return 'no'
  if (beside.every(({ id }) => gone(id))) return 'yes'
  return beside.some(({ id }) => gone(id)) ? 'maybe' : 'no'
}
