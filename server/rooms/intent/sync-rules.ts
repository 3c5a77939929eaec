import { syncState } from '@belvedere/contract/rooms/intent/sync/enums.ts'
import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'

export type Sync = IdOf<typeof syncState>

const { none, synced, pending, drifted, failed } = syncState.id

/** What is known of a device's configuration when something happens to it. */
export interface SyncFacts {
  /** Pending while a change set has the device to itself; to the end of that set what it was before. */
  sync: Sync
  /** It can be asked what it runs. */
  readable: boolean
  /** Number of the configuration it was sent last and took, else of the one that was read when it was adopted; null: neither. */
  expected: number | null
  /** Since when that number is expected. */
  since: number
  /** The number it reported last, and when. */
  reported: number
  reported_at: number
}

/**
 * What happens to a device's configuration, as far as it is known here:
 * `taken`, `refused`, `rejected`, `returned` end a change set on it, `rejected` when the set is taken back because of it; `left-out` means it was offline all the time, `unneeded` that nothing is
 * to be sent any more. `read-base`: what it had was read when it was adopted. `found`: it was asked what it runs. `mute`: it is
 * there, and does not say what it runs. A device that is away changes nothing.
 */
export type SyncEvent =
  | { is: 'taken' | 'refused' | 'rejected' | 'returned' | 'left-out' | 'unneeded' | 'read-base' | 'mute' }
  | { is: 'found'; differences: number }

/** State of sync after an event; a health check and a reconnect bear on the facts alone. */
export function syncAfter(facts: SyncFacts, event: SyncEvent): Sync {
  const { sync, expected, readable } = facts
  const known = expected === null ? none : synced
  switch (event.is) {
    case 'taken':
      return synced
    case 'refused':
      return failed
    case 'rejected':
      // its configuration is unchanged, and what it rejected is wanted no longer
      return sync === none || sync === synced ? known : failed
    case 'returned':
      // it runs again what it was found with
      return sync === drifted && readable ? drifted : known
    case 'left-out':
      return pending
    case 'unneeded':
      return sync === pending || sync === failed ? known : sync
    case 'read-base':
      return sync === none ? synced : sync
    default:
      // what is on its way or was refused stays so until something is sent, or nothing is to be
      if (sync === pending || sync === failed) return sync
      if (event.is === 'found') return event.differences > 0 ? drifted : known
      if (hasStrayed(facts)) return drifted
      // once differences were read, a number that is right is no proof that they are gone
      return sync === drifted && !readable ? known : sync
  }
}

/** It reported another number after the one that is expected was sent: what it reported before is older than that. */
const hasStrayed = ({ expected, since, reported, reported_at }: SyncFacts): boolean =>
  expected !== null && reported !== expected && reported_at > since
