import { isLoopback, plainAddress } from './address-rules.ts'

export interface Reader {
  /** Address the call came from. */
  ip: string
  /** Devices with a terminal of that address. */
  behind: readonly number[]
}

/**
 * Whether the user's own connection runs through the affected devices. It is known where the user is a terminal of the
 * scene. A user whose address is one from which devices of the scene connect is behind its line, but at an unknown
 * place: possibly, and certainly when the whole scene is affected.
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
