import { timingSafeEqual } from 'node:crypto'
import { hashToken } from '../../../kernel/session.ts'
import type { ShellSession } from './shell-session.ts'

/** Shells open in this process; the browser's socket must come to the process that opened the shell. */
interface Open {
  readonly uid: number
  readonly shell: ShellSession
  /** Undefined once used. */
  ticket: Buffer | undefined
  readonly timers: Set<NodeJS.Timeout>
}

const MOST = 200
const MOST_OF_ONE = 10
/** Seconds a browser has to attach; seconds without a keystroke or output; seconds in all. */
export const ATTACH_SECONDS = 60
const IDLE_SECONDS = 900
export const LONGEST_SECONDS = 8 * 3600

const open = new Map<string, Open>()

export function roomForShell(uid: number): boolean {
  const mine = [...open.values()].filter((one) => one.uid === uid).length
  return open.size < MOST && mine < MOST_OF_ONE
}

export function keepShell(uid: number, shell: ShellSession, ticket: string): void {
  const after = (seconds: number, why: string) => setTimeout(() => shell.close(why), seconds * 1000).unref()
  const idle = after(IDLE_SECONDS, 'idle')
  shell.onLife = () => void idle.refresh()
  open.set(shell.id, {
    uid,
    shell,
    ticket: hashToken(ticket),
    timers: new Set([idle, after(LONGEST_SECONDS, 'expired'), after(ATTACH_SECONDS, 'unattached')]),
  })
}

/** The shell of an address, once. The attach timer no longer counts. */
export function takeShell(session: string, ticket: string): ShellSession | undefined {
  const found = open.get(session)
  if (!found?.ticket || !timingSafeEqual(found.ticket, hashToken(ticket))) return undefined
  found.ticket = undefined
  const timers = [...found.timers]
  clearTimeout(timers[timers.length - 1])
  return found.shell
}

export function dropShell(session: string): void {
  for (const timer of open.get(session)?.timers ?? []) clearTimeout(timer)
  open.delete(session)
}
