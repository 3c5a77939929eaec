import type { CallSpec, Calls, In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { Lang } from '@belvedere/contract/kit/text.ts'
import type { Bus } from '../base/bus/bus.ts'
import type { Channels } from './live/channels.ts'
import type { Config } from '../base/settings/config.ts'
import type { Database, QueryContext } from './db.ts'
import type { EventKind, LiveNews } from './event.ts'
import type { Files, Taken } from '../base/files/files.ts'
import type { DeletedSnapshot } from './database/deleted-snapshot.ts'
import type { Job } from '../base/jobs/job.ts'
import type { OverdueJob } from '../base/jobs/job-watch.ts'
import type { Log } from '../base/process/log.ts'
import type { Pki } from '../base/keys/pki.ts'
import type { Session } from './session.ts'

/** A change, for the operation log. `undo` later reads `before`. */
export interface AuditNote {
  /** `device:12`, and its display name. */
  object: string
  name?: string
  scene_id?: number
  before?: unknown
  after?: unknown
  /** The rows that a deletion removes (`captureSnapshots`), so that it can be undone. */
  snapshot?: DeletedSnapshot | undefined
  /** The user, if the call has no session yet: sign-in. */
  actor?: { uid: number; account: string; team_id: number }
}

/** The services of the process, with the system's access. */
export interface System extends QueryContext {
  readonly database: Database
  readonly bus: Bus
  readonly log: Log
  readonly config: Config
  readonly files: Files
  readonly pki: Pki
  /** Open channels of accounts. */
  readonly channels: Channels
  /** Id of this run of the process. */
  readonly node: string
  /** Unix seconds. */
  now(): number
  /** Notifies listeners and browsers immediately; for listeners and jobs after their own commit. */
  emit<P>(event: EventKind<P>, payload: P): void
  tell(news: LiveNews): void
  enqueue<P>(job: Job<P, never>, payload: P): Promise<void>
  /** Periodic jobs that no worker has run for three periods; empty in threads. */
  overdueJobs(): readonly OverdueJob[]
}

/** The context of one call. `db` is the call's transaction for writes, the pool for reads. */
export interface Ctx extends QueryContext {
  readonly uid: number
  readonly lang: Lang
  readonly session: Session | undefined
  readonly ip: string
  readonly agent: string
  readonly request_id: string
  readonly log: Log
  readonly system: System
  /** Uploaded files by field name. */
  readonly uploads: readonly Upload[]
  now(): number
  /** Sent after commit; lost with a rollback. */
  emit<P>(event: EventKind<P>, payload: P): void
  /** Runs after commit. */
  afterwards(work: () => Promise<void> | void): void
  /** Refuses like a call that states `fresh`, for conditions that only the handler knows. */
  requireFresh(spec: CallSpec): Promise<void>
  /** Adds an entry of the operation log; one call per object. */
  audit(note: AuditNote): void
}

export interface Upload {
  readonly field: string
  readonly filename: string
  readonly mime: string
  /** Empty when it went straight to disk. */
  readonly bytes: Buffer
  /** Of a call that `stores`: on disk, removed after the call unless it keeps the file. */
  readonly taken?: Taken
}

/** The answer of a `blob` call. */
export interface Blob {
  filename: string
  mime: string
  body: Buffer | NodeJS.ReadableStream
}

type CallAnswer<C extends CallSpec> = C extends { blob: true } ? Blob : Out<C>
export type Handlers<T extends Calls> = {
  readonly [K in keyof T]: (ctx: Ctx, input: In<T[K]>) => Promise<CallAnswer<T[K]>>
}

export interface Implementation {
  readonly calls: Calls
  readonly handlers: Readonly<Record<string, (ctx: Ctx, input: never) => Promise<unknown>>>
}

const mark = Symbol.for('belvedere.implementation')

/** Implements the calls of one contract file; the compiler reports missing ones. Export the result. */
export function implement<const T extends Calls>(
  calls: T,
  handlers: Handlers<T>,
): Implementation & { handlers: Handlers<T> } {
  const made = { calls, handlers: handlers as Implementation['handlers'] & Handlers<T> }
  Object.defineProperty(made, mark, { value: true })
  return made
}

export function isImplementation(value: unknown): value is Implementation {
  return typeof value === 'object' && value !== null && mark in value
}
