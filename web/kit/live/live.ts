import type { Query } from '@tanstack/react-query'
import { createParser } from 'eventsource-parser'
import { create } from 'zustand'
import { openStream } from '../calls/call.ts'
import type { Relay } from './live-relay.ts'
import type { ConnectionState, StreamNotice } from './stream-notice.ts'
import { queryClient } from '../calls/query.ts'
import { isSilent } from '../calls/refusal.ts'
import { session } from '../session/session.ts'

/** One message of `GET live`: a change of this topic in this scene; without `ids`, the changed rows are not known. */
export interface LiveMessage {
  topic: string
  scene_id?: number
  ids?: readonly number[]
  /** Called with all updates. */
  rows?: readonly unknown[]
}

interface LiveConnection {
  state: ConnectionState
  /** Unix milliseconds since when the data may be stale; undefined while live. */
  staleSince: number | undefined
  /** Parts of the installation that are down, the most severe first. */
  missing: readonly string[]
}

export const useConnection = create<LiveConnection>()(() => ({
  state: 'connecting',
  staleSince: undefined,
  missing: [],
}))

/** Minimum milliseconds between refetches of a query after updates of its rows. */
const soon = 1_000
/** The same for updates of rows that it does not contain: they may belong to it now, or change its total. */
const later = 10_000
const firstRetry = 500
const longestRetry = 15_000
/** Milliseconds of silence after which the stream counts as lost; the server sends a heartbeat every few seconds. */
const silence = 60_000

/** Receives updates until the returned function is called; pauses while the tab is hidden. */
export function startLive(): () => void {
  let stop: AbortController | undefined
  const follow = () => {
    if (stop) lost('reconnecting')
    stop?.abort()
    stop = undefined
    if (document.hidden) return lost('paused')
    stop = new AbortController()
    void listen(stop.signal)
  }
  document.addEventListener('visibilitychange', follow)
  // Without this, the stream would detect the loss only a minute later by its time-out, and would delay the reconnect
  // although the network is available.
  window.addEventListener('offline', follow)
  window.addEventListener('online', follow)
  follow()
  return () => {
    document.removeEventListener('visibilitychange', follow)
    window.removeEventListener('offline', follow)
    window.removeEventListener('online', follow)
    stop?.abort()
    useConnection.setState({ state: 'connecting', staleSince: undefined })
  }
}

async function listen(signal: AbortSignal): Promise<void> {
  const relay = await joined(signal)
  for (let attempt = 0; !signal.aborted; attempt++) {
    const turn = await relay?.turn()
    try {
      await readStream(AbortSignal.any(turn ? [signal, turn] : [signal]), relay, () => {
        nowLive()
        attempt = 0
      })
    } catch (error) {
      if (signal.aborted || (isSilent(error) && !turn?.aborted)) return relay?.leave()
    }
    if (signal.aborted) return
    if (turn?.aborted) continue
    const state = navigator.onLine ? 'reconnecting' : 'offline'
    lost(state)
    relay?.tell({ state })
    await pause(retryDelay(attempt), signal)
  }
}

/** If the file of the relay cannot be loaded, this window reads its own stream. */
async function joined(signal: AbortSignal): Promise<Relay | undefined> {
  const file = await import('./live-relay.ts').catch(() => undefined)
  if (!file || signal.aborted) return
  const heard = ({ news, state }: StreamNotice) => {
    if (news) hear(news)
    if (state === 'live') nowLive()
    else if (state) lost(state)
  }
  const relay = file.joinRelay(session().uid, silence, heard, () => lost('reconnecting'))
  signal.addEventListener('abort', relay.leave, { once: true })
  return relay
}

/** Events during an interruption are not known: everything on screen is refetched. */
function nowLive(): void {
  if (useConnection.getState().staleSince !== undefined) refreshAllLive()
  useConnection.setState({ state: 'live', staleSince: undefined })
}

async function readStream(outer: AbortSignal, relay: Relay | undefined, opened: () => void): Promise<void> {
  const inner = new AbortController()
  const reader = (await openStream('live', AbortSignal.any([outer, inner.signal]))).getReader()
  opened()
  relay?.tell({ state: 'live' })
  const decoder = new TextDecoder()
  const onEvent = ({ data }: { data: string }) => {
    hear(data)
    relay?.tell({ news: data })
  }
  const parser = createParser({ onEvent, onComment: () => relay?.tell({}) })
  let timer = setTimeout(() => inner.abort(), silence)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(() => inner.abort(), silence)
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } catch (error) {
    if (outer.aborted) throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Full jitter between half and the whole of a doubling delay, so that clients do not reconnect to a restarted server
 * at the same time.
 */
export function retryDelay(attempt: number, random = Math.random()): number {
  const whole = Math.min(longestRetry, firstRetry * 2 ** attempt)
  return whole / 2 + (whole / 2) * random
}

function lost(state: ConnectionState): void {
  useConnection.setState((was) => ({ state, staleSince: was.staleSince ?? Date.now() }))
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}

function hear(data: string): void {
  let news: LiveMessage & { missing?: readonly string[] }
  try {
    news = JSON.parse(data) as typeof news
  } catch {
    return
  }
  if (typeof news?.topic !== 'string') return
  if (news.topic === 'missing') return noteMissing(news.missing ?? [])
  for (const query of queryClient.getQueryCache().findAll({ type: 'active' })) {
    const delay = refetchDelay(query, news)
    if (delay === undefined) continue
    if (news.rows) take(query, news.rows)
    schedule(query, delay)
  }
}

/**
 * Milliseconds within which all windows refetch after a failure or recovery, which also changes the states of devices.
 */
const spread = 2_000

function noteMissing(missing: readonly string[]): void {
  const was = useConnection.getState().missing
  if (was.join() === missing.join()) return
  useConnection.setState({ missing })
  setTimeout(refreshAllLive, Math.random() * spread)
}

/** Shows the received rows; other data is fetched from the server as after a call. */
function take(query: Query, rows: readonly unknown[]): void {
  const put = () => {
    const { takes, input } = query.meta ?? {}
    const next = query.state.data && takes?.(query.state.data, rows, input ?? {})
    if (next) query.setData(next, { manual: true })
  }
  put()
  // a pending response may be older
  if (query.state.fetchStatus === 'fetching') void query.promise?.then(put, () => {})
}

/** Milliseconds a query may wait after its last refetch; undefined if the update does not concern it. */
function refetchDelay(query: Query, news: LiveMessage): number | undefined {
  const { meta } = query
  if (!meta || !(meta.call.shows ?? []).includes(news.topic)) return undefined
  const scene = meta.input.scene_id
  if (scene && news.scene_id && Number(scene) !== news.scene_id) return undefined
  return meta.between ?? Math.max(meta.pace ?? 0, showsSomeOf(query.state.data, news.ids) ? soon : later)
}

/** False only if both sides are known and disjoint. */
export function showsSomeOf(data: unknown, ids: readonly number[] | undefined): boolean {
  const list = (data as { list?: { id?: unknown }[] } | undefined)?.list
  if (!ids || !Array.isArray(list) || list.some((row) => typeof row?.id !== 'number')) return true
  const shown = new Set(list.map((row) => row.id))
  return ids.some((id) => shown.has(id))
}

const due = new Map<string, { at: number; timer: ReturnType<typeof setTimeout> }>()
const lastRefetch = new Map<string, number>()

/** Refetches immediately if the last response is `delay` old, else when it will be; the earlier date wins. */
function schedule(query: Query, delay: number): void {
  const key = query.queryHash
  const { dataUpdatedAt, errorUpdatedAt } = query.state
  const last = Math.max(lastRefetch.get(key) ?? 0, dataUpdatedAt, errorUpdatedAt)
  const at = Math.max(Date.now(), last + delay)
  const waiting = due.get(key)
  if (waiting && waiting.at <= at) return
  clearTimeout(waiting?.timer)
  due.set(key, { at, timer: setTimeout(() => refetch(query), at - Date.now()) })
}

function refetch(query: Query): void {
  due.delete(query.queryHash)
  if (!query.isActive()) return void lastRefetch.delete(query.queryHash)
  // A pending response may be older than the update, and aborting it could starve a slow list: refetch after it.
  if (query.state.fetchStatus === 'fetching') return schedule(query, soon)
  // Retried immediately, a failing list would only show a skeleton instead of its error.
  if (query.state.status === 'error' && Date.now() < query.state.errorUpdatedAt + later) return schedule(query, later)
  lastRefetch.set(query.queryHash, Date.now())
  void queryClient.invalidateQueries({ predicate: (other) => other === query })
}

function refreshAllLive(): void {
  void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.call.shows !== undefined })
}
