import { timingSafeEqual } from 'node:crypto'
import { remoteErrors as errors } from '@belvedere/contract/rooms/remote/errors.ts'
import { hasShare } from '@belvedere/pure/collection/fair-share.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { hashToken } from '../../../kernel/session.ts'
import { shells } from '../quota/remote.quota.ts'
import { quotaRefusal } from '../../account/api.ts'
import type { ShellSession } from './shell-session.ts'

/** Shells open in this process; the browser's socket must connect to the process that opened the shell. */
interface Open {
  readonly shell: ShellSession
  /** Undefined once used. */
  ticket: Buffer | undefined
  readonly timers: Set<NodeJS.Timeout>
}

const MOST = 200
const MOST_OF_ONE = 10
/** Seconds for a browser to connect; seconds without input or output; maximum seconds. */
export const ATTACH_SECONDS = 60
const IDLE_SECONDS = 900
export const LONGEST_SECONDS = 8 * 3600

const open = new Map<string, Open>()

/** Reserved slots, from before a shell is opened until it ends: concurrent requests do not exceed the limit. */
const places = new Map<string, { uid: number; team_id: number }>()

/**
 * Reserves a slot for a shell; refuses when there is none for this user, this team, or in total. `dropShell` releases
 * it.
 */
export function takePlace(session: string, who: { uid: number; team_id: number }, most: number | undefined): void {
  const taken = [...places.values()]
  const ofTeam = taken.filter(({ team_id }) => team_id === who.team_id).length
  if (most !== undefined && ofTeam >= most) throw quotaRefusal(shells, ofTeam, most)
  const ofUser = taken.filter(({ uid }) => uid === who.uid).length
  if (ofUser >= MOST_OF_ONE || !hasShare({ taken: taken.length, mine: ofTeam, places: MOST }))
    throw refuse(errors.tooManyShells)
  places.set(session, { uid: who.uid, team_id: who.team_id })
}

export function registerShell(shell: ShellSession, ticket: string): void {
  if (shell.isOver) return
  const after = (seconds: number, why: string) => setTimeout(() => shell.close(why), seconds * 1000).unref()
  const idle = after(IDLE_SECONDS, 'idle')
  shell.onLife = () => void idle.refresh()
  open.set(shell.id, {
    shell,
    ticket: hashToken(ticket),
    timers: new Set([idle, after(LONGEST_SECONDS, 'expired'), after(ATTACH_SECONDS, 'unattached')]),
  })
}

/** The shell of an address, once. Stops the timer for the connection. */
export function takeShell(session: string, ticket: string): ShellSession | undefined {
  const found = open.get(session)
  if (!found?.ticket || !timingSafeEqual(found.ticket, hashToken(ticket))) return undefined
  found.ticket = undefined
  const timers = [...found.timers]
  clearTimeout(timers[timers.length - 1])
  return found.shell
}

export function dropShell(session: string): void {
  places.delete(session)
  for (const timer of open.get(session)?.timers ?? []) clearTimeout(timer)
  open.delete(session)
}
