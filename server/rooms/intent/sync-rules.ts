import { syncState } from '@belvedere/contract/rooms/intent/sync/enums.ts'
import type { IdOf } from '@belvedere/contract/kit/define-enum.ts'

export type Sync = IdOf<typeof syncState>

const { none, synced, pending, drifted, failed } = syncState.id

/** The known facts of a device's configuration when an event occurs. */
export interface SyncFacts {
  /** Pending while a change set has reserved the device; within the end of that set the former state. */
  sync: Sync
  /** It can report its configuration. */
  readable: boolean
  /** Number of the last configuration that was sent and accepted, else of the one read at adoption; null: neither. */
  expected: number | null
  /** Since when that number is expected. */
  since: number
  /** The number it reported last, and when. */
  reported: number
  reported_at: number
}

/**
 * The events of a device's configuration. `taken`, `refused`, `rejected`, `returned` end a change set on it, `rejected`
 * when the set is rolled back because of it; `left-out`: it was offline all the time; `unneeded`: nothing needs to be
 * sent any more. `read-base`: its configuration was read at adoption. `found`: its running configuration was read.
 * `mute`: it is online, and does not report its configuration. An offline device causes no event.
 */
export type SyncEvent =
  | { is: 'taken' | 'refused' | 'rejected' | 'returned' | 'left-out' | 'unneeded' | 'read-base' | 'mute' }
  | { is: 'found'; differences: number }

/** The sync state after an event; health checks and reconnections change only the facts. */
export function syncAfter(facts: SyncFacts, event: SyncEvent): Sync {
  const { sync, expected, readable } = facts
  const known = expected === null ? none : synced
  switch (event.is) {
    case 'taken':
      return synced
    case 'refused':
      return failed
    case 'rejected':
      // its configuration is unchanged, and the rejected one is no longer desired
      return sync === none || sync === synced ? known : failed
    case 'returned':
      // it runs the configuration again that was found
      return sync === drifted && readable ? drifted : known
    case 'left-out':
      return pending
    case 'unneeded':
      return sync === pending || sync === failed ? known : sync
    case 'read-base':
      return sync === none ? synced : sync
    default:
      // a pending or failed state stays until a configuration is sent, or none is needed
      if (sync === pending || sync === failed) return sync
      if (event.is === 'found') return event.differences > 0 ? drifted : known
      if (hasStrayed(facts)) return drifted
      // after differences were read, a correct number does not prove that they are resolved
      return sync === drifted && !readable ? known : sync
  }
}

/** It reported another number after the expected one was sent: earlier reports are ignored. */
const hasStrayed = ({ expected, since, reported, reported_at }: SyncFacts): boolean =>
  expected !== null && reported !== expected && reported_at > since
