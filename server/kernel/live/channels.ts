import type { Bus } from '../../base/bus/bus.ts'
import type { Log } from '../../base/process/log.ts'
import type { Loss } from './loss.ts'
import type { Grounds, Standing } from './standing.ts'
import { sessionInvalidatedSubject } from '../session.ts'

/** `gone`: its object was removed or is in another scene; `unchecked`: the right could not be checked for too long. */
export type ChannelEnd = Loss | 'gone' | 'unchecked'

/** Request `Grounds` → `Standing`: is the right still valid? Every process with the role api answers. */
export const standingSubject = 'session.standing'

export interface Channels {
  /**
   * Calls `end` once when the right is lost: at once when rights of its user change (`sessionInvalidatedSubject`) or its object moves
   * (`endWhere`), and exactly when a session, token or share expires. `anew`: it ends with every change, because its holder reconnects and
   * gets its present rights. Returns the function that releases it.
   */
  keep(grounds: Grounds, end: (why: ChannelEnd) => void, options?: { anew: true }): () => void
  /** Ends those whose object no longer exists. */
  endWhere(gone: (grounds: Grounds) => boolean): void
  readonly size: number
  close(): void
}

interface Channel {
  readonly grounds: Grounds
  readonly anew: boolean
  readonly end: (why: ChannelEnd) => void
  timer: NodeJS.Timeout | undefined
  /** Unix seconds at which rights may expire; 0: not requested yet. */
  until: number
  /** `performance.now()` of the pending request; 0: none. */
  doubted: number
}

/** ms after which a right is checked again without a message: messages can be lost with a process that had just committed. */
const LONGEST = 60_000
/** ms until an unanswered request is repeated, and after which a channel without an answer is closed. */
const AGAIN = 1000
const UNCHECKED = 30_000
/** Concurrent requests: after an outage of the bus every channel sends one. */
const AT_ONCE = 8
/** ms for an answer. */
const PATIENCE = 5000

/** All open channels of accounts in this process: shells, tunnels through devices, live streams, transfers. */
export function openChannels(bus: Bus, log: Pick<Log, 'warn'>): Channels {
  const open = new Set<Channel>()
  const due = new Set<Channel>()
  let asking = 0

  const drop = (channel: Channel) => {
    clearTimeout(channel.timer)
    due.delete(channel)
    return open.delete(channel)
  }
  const end = (channel: Channel, why: ChannelEnd) => {
    if (!drop(channel)) return
    try {
      channel.end(why)
    } catch (error) {
      log.warn({ error: String(error) }, 'channel')
    }
  }
  const again = (channel: Channel, ms: number) => {
    clearTimeout(channel.timer)
    channel.timer = setTimeout(doubt, ms, channel)
    channel.timer.unref()
  }

  const ask = async (channel: Channel) => {
    try {
      const standing = await bus.request<Standing>(standingSubject, channel.grounds, PATIENCE)
      // invalidated meanwhile: the value read may be older than the change
      if (!open.has(channel) || due.has(channel)) return
      if ('lost' in standing) return end(channel, standing.lost)
      const changed = channel.until !== 0 && channel.until * 1000 <= Date.now()
      if (channel.anew && changed) return end(channel, 'signed_out')
      channel.doubted = 0
      channel.until = standing.until
      again(channel, Math.min(LONGEST, Math.max(0, standing.until * 1000 - Date.now()) + 10))
    } catch (error) {
      if (!open.has(channel)) return
      log.warn({ uid: channel.grounds.uid, error: String(error) }, 'the right to a channel could not be checked')
      if (performance.now() - channel.doubted > UNCHECKED) end(channel, 'unchecked')
      else again(channel, AGAIN)
    }
  }
  const work = () => {
    for (const channel of due) {
      if (asking >= AT_ONCE) return
      due.delete(channel)
      asking++
      void ask(channel).finally(() => {
        asking--
        work()
      })
    }
  }
  const doubt = (channel: Channel) => {
    clearTimeout(channel.timer)
    channel.doubted ||= performance.now()
    due.add(channel)
    work()
  }

  const stops = [
    bus.subscribe(sessionInvalidatedSubject, ({ uid }: { uid: number }) => {
      for (const channel of open) {
        if (uid !== 0 && channel.grounds.uid !== uid) continue
        if (channel.anew) end(channel, 'signed_out')
        else doubt(channel)
      }
    }),
  ]

  return {
    keep(grounds, whenLost, options) {
      const channel: Channel = {
        grounds,
        end: whenLost,
        anew: options?.anew ?? false,
        timer: undefined,
        until: 0,
        doubted: 0,
      }
      open.add(channel)
      // finds rights that were lost after the check of the call
      doubt(channel)
      return () => void drop(channel)
    },
    endWhere(gone) {
      for (const channel of open) if (gone(channel.grounds)) end(channel, 'gone')
    },
    get size() {
      return open.size
    },
    close() {
      for (const stop of stops) stop()
      for (const channel of open) drop(channel)
    },
  }
}
