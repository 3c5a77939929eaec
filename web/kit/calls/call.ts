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

/** The response to a call with `blob: true`. */
export interface Download {
  blob: Blob
  name: string
}

export type AnswerOf<C extends CallSpec> = C extends { blob: true } ? Download : Out<C>

export interface CallOptions {
  /** By field name; the request is sent as form data then. */
  files?: Readonly<Record<string, File>>
  signal?: AbortSignal
  /** Continues after the page is left (header, menus, sign-out). */
  keep?: boolean
}

let authFailed: (text?: string) => void = () => {}

/** Handler for a refusal because the server does not know the session (10021). */
export function whenAuthFails(action: (text?: string) => void): void {
  authFailed = action
}

let tookAway: (request: string) => void = () => {}

/** Handler for a call that removed something that can be restored: `request` is the input of `log/undo`. */
export function whenTakenAway(action: (request: string) => void): void {
  tookAway = action
}

let prove: (how: unknown, left: AbortSignal | undefined) => Promise<boolean> = () => Promise.resolve(false)

/**
 * Handler for a call that requires a recent verification of the user (10133): resolves to whether the user was
 * verified. `how` is the data of the refusal; `left` is aborted when the page is left.
 */
export function whenProofNeeded(action: typeof prove): void {
  prove = action
}

let confirmWhat: (what: unknown, left: AbortSignal | undefined) => Promise<Payload | undefined> = () =>
  Promise.resolve(undefined)

/**
 * Handler for a call that requires a typed confirmation (11400): resolves to the fields to send with the repeated
 * call, or undefined if it was not confirmed. `what` is the data of the refusal; `left` is aborted when the page is
 * left.
 */
export function whenConfirmNeeded(action: typeof confirmWhat): void {
  confirmWhat = action
}

/** Ends the session in the same way as a refusal by the server. */
export function failAuth(): void {
  authFailed()
}

/**
 * Sends a call of the contract, and repeats it once if the user must verify the identity or confirm the consequences
 * and does so. Throws `Refusal` for a non-zero code, `Unreachable` without a response, `Cancelled` if the response is
 * no longer needed.
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

/** Passes `work` a signal that is aborted on a time-out; timer and listeners are removed afterwards. */
async function inTime<T>(work: (limit: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new DOMException('it took too long', 'TimeoutError')), timeout)
  try {
    return await work(limit.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Pending responses to prefetched calls. */
const ahead = new Map<string, Promise<Response>>()

/** Sends a call in advance; the next `call` with the same input gets this response. Each response is used once. */
export function prefetch<C extends CallSpec>(spec: C, input: In<C>): void {
  const { url } = wireOf(spec.at, { ...common(), ...(input as Payload) })
  // read to its end: an unread response would keep a connection open
  const answer = inTime(async (limit) => {
    const response = await send(url, { method: 'GET' }, { keep: true }, limit)
    return new Response(await response.arrayBuffer(), response)
  })
  // the caller that uses the response gets the error
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

/** The current index page of the server; distinguishes a new release from a network failure. */
export async function readFirstPage(): Promise<string> {
  const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
  return response.ok ? response.text() : ''
}

/** True when the server serves a file of the console now; throws when it cannot be reached. */
export async function isServed(address: string): Promise<boolean> {
  return (await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(10_000) })).ok
}

/** Saves a downloaded file under its name. */
export function saveDownload({ blob, name }: Download): void {
  const href = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

/** Headers of every call. */
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

/** Returns the data of a response; throws `Refusal` for a non-zero code. */
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
