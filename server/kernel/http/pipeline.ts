import { randomBytes } from 'node:crypto'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import { requiresFresh, type CallSpec, methodOf, sceneRightOf } from '@belvedere/contract/kit/define-calls.ts'
import type { Envelope } from '@belvedere/contract/kit/envelope.ts'
import { type Lang, langOf, say } from '@belvedere/contract/kit/text.ts'
import { Access } from '../access.ts'
import { placeOf } from '../../base/edge/address.ts'
import type { AuditEntry, Auditor } from '../audit.ts'
import type { EventKind } from '../event.ts'
import type { AuditNote, Blob, Ctx, Implementation, System, Upload } from '../implement.ts'
import { type InputCheck, inputCheck } from './input.ts'
import { histogram } from '../../base/process/metrics.ts'
import type { RateLimiter } from '../../base/edge/rate.ts'
import { isDeadlock, isStoreAway } from '../database/recognise-error.ts'
import { Refusal, refuse } from '../refuse.ts'
import type { Session, Sessions } from '../session.ts'

/** An incoming call, independent of its transport. */
export interface Incoming {
  token: string | undefined
  /** Query, body or form, path id included; uid and lang still in it. */
  payload: Record<string, unknown>
  uploads: readonly Upload[]
  ip: string
  agent: string
  acceptLanguage: string | undefined
}

/** `undo`: the request can be undone under this number. */
export type Answered = { envelope: Envelope; undo?: string } | { blob: Blob }

export interface PipelineOptions {
  readonly system: System
  readonly sessions: Sessions
  readonly auditor: Auditor | undefined
  /** Whether the audited writes of a call can be undone. */
  readonly undoable: (call: string, note: AuditNote) => boolean
  readonly rate: RateLimiter
  /** Calls a minute of one session; 0: no limit, for those without a session neither. */
  readonly perMinute: number
}

/** Calls a minute from one address without a session. */
const ANONYMOUS_PER_MINUTE = 120
/** Attempts of a write that the database ends because of a deadlock, for example with a batch of reports. */
const TRIES = 3
const nobody = new Access({ uid: 0, team_id: 0, is_admin: false, permissions: [], modes: new Map() })

const seconds = histogram(
  'call_seconds',
  'Time of a call in the pipeline',
  ['call'],
  [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
)

export interface Pipeline {
  readonly spec: CallSpec
  /** Checks session and rate of a call before its body is read. */
  admit(head: Incoming): Promise<{ session: Session | undefined } | { refused: Envelope }>
  /** Runs an admitted call with its body. */
  run(incoming: Incoming): Promise<Answered>
}

/**
 * The named steps every call goes through, in this order: session, language, rate, permission; then, with its body, input, rights,
 * fresh, work, answer.
 */
export function pipelineOf(
  spec: CallSpec,
  handle: Implementation['handlers'][string],
  options: PipelineOptions,
): Pipeline {
  const check = inputCheck(spec)
  return {
    spec,
    async admit(head) {
      const stop = seconds.startTimer({ call: spec.at })
      let lang = langOf(head.payload['lang']) ?? langOf(head.acceptLanguage) ?? 'zh'
      try {
        const session = await stepSession(spec, head, options)
        lang = langOf(head.payload['lang']) ?? session?.lang ?? lang
        stepRate(spec, head, session, options)
        return { session: await permitted(spec, head, session, options) }
      } catch (error) {
        stop()
        return { refused: await refusalOf(error, lang, randomBytes(6).toString('hex'), spec, options) }
      }
    },
    async run(incoming) {
      const stop = seconds.startTimer({ call: spec.at })
      let lang = langOf(incoming.payload['lang']) ?? langOf(incoming.acceptLanguage) ?? 'zh'
      const request_id = randomBytes(6).toString('hex')
      try {
        const known = await stepSession(spec, incoming, options)
        lang = langOf(incoming.payload['lang']) ?? known?.lang ?? lang
        const input = stepInput(check, incoming, lang)
        const rightful = await stepRights(spec, incoming, known, input, options)
        const session = await stepFresh(spec, incoming, rightful, input, options)
        return await stepWork(spec, handle, options, { incoming, input, session, lang, request_id })
      } catch (error) {
        return { envelope: await refusalOf(error, lang, request_id, spec, options) }
      } finally {
        stop()
      }
    },
  }
}

async function stepSession(
  spec: CallSpec,
  { token, payload, ip }: Incoming,
  options: PipelineOptions,
): Promise<Session | undefined> {
  const session = token ? await options.sessions.of(token) : undefined
  const claimed = payload['uid']
  const differs = session && claimed !== undefined && claimed !== '' && Number(claimed) !== session.uid
  if (spec.who !== 'anyone' && (!session || differs)) {
    const wait = options.perMinute && options.rate(`stranger ${placeOf(ip)}`, ANONYMOUS_PER_MINUTE)
    throw wait ? refuse(commonErrors.tooMany, { seconds: wait }) : refuse(commonErrors.authFailed)
  }
  return differs ? undefined : session
}

function stepRate(spec: CallSpec, { ip }: Incoming, session: Session | undefined, options: PipelineOptions): void {
  if (spec.per_minute) {
    // per address: another sign-in gives no new allowance
    const wait = options.rate(`${spec.at} ${placeOf(ip)}`, spec.per_minute)
    if (wait) throw refuse(commonErrors.tooMany, { seconds: wait })
  }
  const limit = session ? options.perMinute : Math.min(options.perMinute, ANONYMOUS_PER_MINUTE)
  const wait = limit && options.rate(session ? `session ${session.id}` : `ip ${placeOf(ip)}`, limit)
  if (wait) throw refuse(commonErrors.tooMany, { seconds: wait })
  const ofTeam = session?.limits.calls
  if (!limit || !session || ofTeam === undefined) return
  const teamWait = options.rate(`team ${session.access.team_id}`, ofTeam)
  if (teamWait) throw refuse(commonErrors.tooMany, { seconds: teamWait })
}

function stepInput(check: InputCheck, { payload }: Incoming, lang: Lang): Record<string, unknown> {
  return check(payload, lang)
}

/** The permission of a cached session, else of the present one: as below. */
async function permitted(
  spec: CallSpec,
  { token }: Incoming,
  known: Session | undefined,
  options: PipelineOptions,
): Promise<Session | undefined> {
  if (isPermitted(spec, known)) return known
  const session = known && token ? await options.sessions.anew(token) : undefined
  stepPermission(spec, session)
  return session
}

/**
 * Permission and scene. A cached session never causes a refusal: rights that another process has just granted may not be known here yet.
 */
async function stepRights(
  spec: CallSpec,
  { token }: Incoming,
  known: Session | undefined,
  input: Record<string, unknown>,
  options: PipelineOptions,
): Promise<Session | undefined> {
  try {
    stepPermission(spec, known)
    stepScene(spec, known, input)
    return known
  } catch (refusal) {
    const session = known && token ? await options.sessions.anew(token) : undefined
    if (!session) throw refusal
    stepPermission(spec, session)
    stepScene(spec, session, input)
    return session
  }
}

const isPermitted = (spec: CallSpec, session: Session | undefined) =>
  spec.who === 'anyone' || spec.who === 'session' || session?.access.may(spec) === true

function stepPermission(spec: CallSpec, session: Session | undefined): void {
  if (!isPermitted(spec, session)) throw refuse(commonErrors.noPermission, { permission: spec.who })
}

/**
 * The caller must have the right to this call in the scene of the input; writes need a scene that is not read-only, calls for owners one
 * that is not shared. 0 means all scenes.
 */
function stepScene(spec: CallSpec, session: Session | undefined, input: Record<string, unknown>): void {
  const scene = sceneRightOf(spec, input)
  if (scene === 'none' || !session) return
  const listed = spec.each ? [] : ((input['scene_ids'] as unknown[] | undefined) ?? [])
  const named = [input['scene_id'], ...listed]
  const access = session.access.within({ who: spec.who, scene })
  for (const id of named) if (typeof id === 'number' && id !== 0) access.enter(id, scene)
}

/** Calls about accounts, rights and secrets need a fresh session. As with rights, a cached session never causes a refusal. */
async function stepFresh(
  spec: CallSpec,
  incoming: Incoming,
  known: Session | undefined,
  input: Record<string, unknown>,
  options: PipelineOptions,
): Promise<Session | undefined> {
  return known && requiresFresh(spec, input) ? freshOf(spec, incoming, known, options) : known
}

async function freshOf(
  spec: CallSpec,
  { token }: Incoming,
  known: Session,
  { sessions, system }: PipelineOptions,
): Promise<Session> {
  if (known.fresh_until > system.now()) return known
  const session = token ? await sessions.anew(token) : undefined
  if (session && session.fresh_until > system.now()) return session
  throw await sessions.challenge(session ?? known, spec)
}

interface CallWork {
  incoming: Incoming
  input: Record<string, unknown>
  session: Session | undefined
  lang: Lang
  request_id: string
}

async function stepWork(
  spec: CallSpec,
  handle: Implementation['handlers'][string],
  options: PipelineOptions,
  work: CallWork,
  tries = TRIES,
): Promise<Answered> {
  const { incoming, input, session, lang, request_id } = work
  const { system } = options
  const writes = methodOf(spec) !== 'GET'
  const transaction = writes && spec.tx !== false ? system.database.lazyTransaction() : undefined
  const later: (() => Promise<void> | void)[] = []
  const notes: AuditNote[] = []
  const ctx: Ctx = {
    uid: session?.uid ?? 0,
    lang,
    session,
    access: session?.access.within({ who: spec.who, scene: sceneRightOf(spec, input) }) ?? nobody,
    db: transaction?.db ?? system.database,
    ip: incoming.ip,
    agent: incoming.agent,
    request_id,
    log: system.log,
    system,
    uploads: incoming.uploads,
    now: () => system.now(),
    emit: <P>(event: EventKind<P>, payload: P) => void later.push(() => system.emit(event, payload)),
    afterwards: (work) => void later.push(work),
    async requireFresh(wanted) {
      if (!session) throw refuse(commonErrors.authFailed)
      await freshOf(wanted, incoming, session, options)
    },
    audit: (note) => void notes.push(note),
  }
  try {
    const data = await handle(ctx, input as never)
    if (notes.length) await writeAudit(spec, options.auditor, ctx, notes)
    await transaction?.commit()
    await afterCommit(later, system)
    if (spec.blob) return { blob: data as Blob }
    const envelope = { code: 0, msg: lang === 'zh' ? '成功' : 'OK', data }
    return notes.some((note) => options.undoable(spec.at, note)) ? { envelope, undo: request_id } : { envelope }
  } catch (error) {
    await transaction?.rollback()
    // nothing was changed
    if (transaction && isDeadlock(error) && tries > 1) return stepWork(spec, handle, options, work, tries - 1)
    throw error
  }
}

async function writeAudit(spec: CallSpec, auditor: Auditor | undefined, ctx: Ctx, notes: AuditNote[]): Promise<void> {
  if (spec.audit !== false) await auditor?.write(ctx.db, entriesOf(spec.at, ctx, notes), ctx.system)
}

/** The entries of the operation log for one call. */
export function entriesOf(call: string, ctx: Ctx, notes: readonly AuditNote[]): AuditEntry[] {
  const common = {
    at: ctx.now(),
    uid: ctx.uid,
    account: ctx.session?.account ?? '',
    team_id: ctx.access.team_id,
    channel: ctx.session?.channel ?? 'console',
    ip: ctx.ip,
    request_id: ctx.request_id,
    call,
  }
  return notes.map(({ object, name = '', scene_id = null, before = null, after = null, snapshot, actor }) => ({
    ...common,
    ...actor,
    object,
    name,
    scene_id,
    before,
    after,
    snapshot,
  }))
}

/** The write is committed: errors here are logged and do not change the answer. */
export async function afterCommit(later: (() => Promise<void> | void)[], system: System): Promise<void> {
  for (const work of later) {
    try {
      await work()
    } catch (error) {
      system.log.error({ error: String((error as Error).stack ?? error) }, 'after commit')
    }
  }
}

async function refusalOf(
  error: unknown,
  lang: Lang,
  request: string,
  spec: CallSpec,
  options: PipelineOptions,
): Promise<Envelope> {
  if (error instanceof Refusal) {
    await error.keep?.()
    return { code: error.spec.code, msg: say(error.spec, lang, error.values), data: error.data }
  }
  options.system.log.error({ request, call: spec.at, error: String((error as Error)?.stack ?? error) }, 'call failed')
  const down = isStoreAway(error)
  const said = down ? commonErrors.unavailable : commonErrors.internal
  return { code: said.code, msg: say(said, lang, { request }), data: {} }
}
