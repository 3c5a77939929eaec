import type { CallSpec, In, Out } from '@belvedere/contract/kit/define-calls.ts'
import type { Envelope } from '@belvedere/contract/kit/envelope.ts'
import { pageSignal } from './navigation-scope.ts'
import { Cancelled, ServerRefusal, Unreachable } from './refusal.ts'
import { session } from '../session/session.ts'
import { fileNameOf, queryOf, wireOf, type Payload } from './wire.ts'
import { say, wireLang } from '../words/words.ts'

/** Milliseconds. */
const timeout = 120_000
const authFailedCode = 10_021
/** `account.proofNeeded`. */
const proofNeededCode = 10_133
/** `confirm.needsConfirm`. */
const needsConfirmCode = 11_400

/** What a call with `blob: true` answers. */
export interface Download {
  blob: Blob
  name: string
}

export type AnswerOf<C extends CallSpec> = C extends { blob: true } ? Download : Out<C>

export interface CallOptions {
  /** By field name; the request travels as form data then. */
  files?: Readonly<Record<string, File>>
  signal?: AbortSignal
  /** Goes on when the page is left (header, menus, sign-out). */
  keep?: boolean
}

let authFailed: (text?: string) => void = () => {}

/** What happens when the server no longer knows the session (10021). */
export function whenAuthFails(action: (text?: string) => void): void {
  authFailed = action
}

let tookAway: (request: string) => void = () => {}

/** What happens when a call took something away that can be brought back: `request` is what `log/undo` takes. */
export function whenTakenAway(action: (request: string) => void): void {
  tookAway = action
}

let prove: (how: unknown, left: AbortSignal | undefined) => Promise<boolean> = () => Promise.resolve(false)

/**
 * What happens when a call is for who showed a moment ago to be the owner of the session (10133): answers whether they did now.
 * `how` is what the refusal tells; `left` is aborted when the page is left.
 */
export function whenProofNeeded(action: typeof prove): void {
  prove = action
}

let confirmWhat: (what: unknown, left: AbortSignal | undefined) => Promise<Payload | undefined> = () =>
  Promise.resolve(undefined)

/**
 * What happens when a call does more than may be done without a typed confirmation (11400): answers the fields to be sent with it,
 * nothing when it was not confirmed. `what` is what the refusal tells; `left` is aborted when the page is left.
 */
export function whenConfirmNeeded(action: typeof confirmWhat): void {
  confirmWhat = action
}

/** Ends the session as the server's refusal would. */
export function failAuth(): void {
  authFailed()
}

/**
 * Asks one call of the contract; once more where its owner has to confirm to be there and does, or to confirm its consequences.
 * Throws `Refusal` for a non-zero code, `Unreachable` when no answer came, `Cancelled` when nobody waits any more.
 */
export async function call<C extends CallSpec>(spec: C, input: In<C>, options: CallOptions = {}): Promise<AnswerOf<C>> {
  const left = options.keep ? undefined : pageSignal()
  try {
    return await ask(spec, input, options)
  } catch (error) {
    if (!(error instanceof ServerRefusal)) throw error
    if (error.code === proofNeededCode && (await prove(error.data, left))) return call(spec, input, options)
    const confirmed = error.code === needsConfirmCode ? await confirmWhat(error.data, left) : undefined
    if (confirmed) return call(spec, { ...input, ...confirmed }, options)
    if (error.code === proofNeededCode || error.code === needsConfirmCode) throw new Cancelled('not confirmed')
    throw error
  }
}

async function ask<C extends CallSpec>(spec: C, input: In<C>, options: CallOptions): Promise<AnswerOf<C>> {
  const { url, body } = wireOf(spec.at, { ...common(), ...(input as Payload) }, options.files)
  return inTime(async (limit) => {
    const response = await send(url, { method: spec.at.split(' ')[0] ?? 'GET', body }, options, limit)
    if (spec.blob && isFile(response)) return (await downloadOf(response)) as AnswerOf<C>
    const data = openEnvelope(await envelopeOf(response)) as AnswerOf<C>
    const undo = response.headers.get('x-undo')
    if (undo && spec.undoable) tookAway(undo)
    return data
  })
}

/** Gives `work` a signal that breaks it off when it takes too long; nothing of it stays once it is done. */
async function inTime<T>(work: (limit: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new DOMException('it took too long', 'TimeoutError')), timeout)
  try {
    return await work(limit.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Answers under way to what somebody will ask soon. */
const ahead = new Map<string, Promise<Response>>()

/** Asks now what `call` will ask soon, with the same input; that call then gets this answer. Given out once. */
export function prefetch<C extends CallSpec>(spec: C, input: In<C>): void {
  const { url } = wireOf(spec.at, { ...common(), ...(input as Payload) })
  // read to its end: an answer that nobody takes would keep a connection
  const answer = inTime(async (limit) => {
    const response = await send(url, { method: 'GET' }, { keep: true }, limit)
    return new Response(await response.arrayBuffer(), response)
  })
  // who asks hears of the failure
  answer.catch(() => {})
  ahead.set(url, answer)
}

/** Opens a stream of server-sent events below /api/v1/; the caller reads and closes it. */
export async function openStream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const headers = { Authorization: session().token, Accept: 'text/event-stream' }
  const response = await fetch(`/api/v1/${path}?${queryOf(common())}`, { headers, signal, cache: 'no-store' })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!isStream || !response.body) {
    openEnvelope(await envelopeOf(response))
    throw new Unreachable('the answer is no stream')
  }
  return response.body
}

/** The page the console begins with, as the server has it now; tells a new release from a broken line. */
export async function readFirstPage(): Promise<string> {
  const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
  return response.ok ? response.text() : ''
}

/** Hands a downloaded file to the browser under its own name. */
export function saveDownload({ blob, name }: Download): void {
  const href = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

/** What every call carries. */
export function common(): Payload {
  const { uid } = session()
  return { ...(uid && { uid }), lang: wireLang }
}

async function send(
  url: string,
  init: { method: string; body?: string | FormData },
  options: CallOptions,
  limit: AbortSignal,
) {
  const limits = [limit, options.signal, options.keep ? undefined : pageSignal()]
  const signal = AbortSignal.any(limits.filter((limit) => limit !== undefined))
  const early = ahead.get(url)
  if (early && init.method === 'GET') return (ahead.delete(url), early)
  const { token } = session()
  const headers = {
    ...(token && { Authorization: token }),
    ...(typeof init.body === 'string' && { 'Content-Type': 'application/json' }),
  }
  try {
    return await fetch(url, { ...init, headers, signal })
  } catch (error) {
    throw failure(error, signal)
  }
}

function failure(error: unknown, signal: AbortSignal): Error {
  if (signal.aborted && (signal.reason as Error).name !== 'TimeoutError') return new Cancelled('cancelled')
  if (signal.aborted)
    return new Unreachable(
      say({ zh: '服务器响应超时，请稍后重试', en: 'The server took too long to answer; please try again' }),
    )
  return new Unreachable(
    say({ zh: '请求失败，请检查网络连接', en: 'The request failed; check the network connection' }),
    { cause: error },
  )
}

async function envelopeOf(response: Response): Promise<Envelope> {
  try {
    const envelope = (await response.json()) as Envelope
    if (typeof envelope?.code === 'number') return envelope
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw new Cancelled('cancelled')
  }
  throw new Unreachable(
    say(
      { zh: '服务器响应异常（{status}）', en: 'Unexpected answer from the server ({status})' },
      { status: response.status },
    ),
  )
}

/** The data of an answer; throws what a refusal is. */
export function openEnvelope({ code, msg, data }: Envelope): unknown {
  if (code === 0) return data
  if (code === authFailedCode) {
    authFailed(msg)
    throw new Cancelled('signed out')
  }
  throw new ServerRefusal(code, msg, data)
}

function isFile(response: Response): boolean {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return response.ok && (!isJson || response.headers.has('content-disposition'))
}

async function downloadOf(response: Response): Promise<Download> {
  const name = fileNameOf(response.headers.get('content-disposition')) ?? 'download'
  return { blob: await response.blob(), name }
}
