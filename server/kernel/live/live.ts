import type { ServerResponse } from 'node:http'
import { hasShare } from '@belvedere/pure/collection/fair-share.ts'
import type { Access } from '../access.ts'
import type { LiveNews } from '../event.ts'
import type { MissingPart } from './node-link.ts'

/** Bus subject of the live messages of all processes. */
export const liveSubject = 'live'

/**
 * ms from one flush to a browser to the next: a list redraws at most a few times a second. A message after a quiet time is sent
 * immediately.
 */
const GATHER = 150
/** The same for messages with rows, which are shown immediately. */
const GATHER_ROWS = 15
/** Above this many rows a message means "any", and lists refetch. */
const MAX_IDS = 500
const MAX_ROWS = 20
const HEARTBEAT = 15_000
/** Unread bytes after which a slow browser is disconnected; it reconnects automatically. */
const MAX_UNREAD = 1_000_000
const MAX_STREAMS = 2000
/** Windows one user has open. */
const MAX_STREAMS_EACH = 64

interface LiveStream {
  readonly uid: number
  access: Access
  readonly to: ServerResponse
  pending: Map<string, PendingNews>
  /** Of the next flush, at `due` (`performance.now()`): with the end of this turn, or later. */
  now: NodeJS.Immediate | undefined
  timer: NodeJS.Timeout | undefined
  due: number
  /** `performance.now()` of the last flush. */
  flushed: number
}

interface PendingNews extends LiveNews {
  rows: unknown[] | undefined
}

export interface Live {
  /**
   * Takes over a response and sends server-sent events until it closes. Returns the function that ends it; undefined: too many streams,
   * of all or of the caller's team (`most`).
   */
  open(uid: number, access: Access, to: ServerResponse, most?: number): (() => void) | undefined
  hear(news: LiveNews): void
  /** Present outages of the installation; sent to every stream on change and with every keep-alive. */
  tellMissing(parts: readonly MissingPart[]): void
  readonly size: number
  close(): void
}

/**
 * Messages for one user reach only that user; otherwise `scene_id` 0 means objects of no scene: administrators of the installation only.
 */
function mayHear({ uid, access }: Pick<LiveStream, 'uid' | 'access'>, news: LiveNews): boolean {
  if (news.uid !== undefined) return news.uid === uid
  return news.scene_id === 0 ? access.is_admin : access.modeOf(news.scene_id) !== undefined
}

/** Rows with a permission are sent only to users with it. */
function rowsFor({ access }: LiveStream, { scene_id, rows, may }: LiveNews): unknown[] | undefined {
  return rows &&
    rows.length <= MAX_ROWS &&
    (may === undefined || (scene_id ? access.canIn(scene_id, may) : access.can(may)))
    ? [...rows]
    : undefined
}

/** `known` followed by `more`; undefined, which means any, when one is unknown or there are too many. */
function joined<T>(known: T[] | undefined, more: readonly T[] | undefined, most: number): T[] | undefined {
  if (!known || !more || known.length + more.length > most) return undefined
  known.push(...more)
  return known
}

function cancel(stream: LiveStream): void {
  clearTimeout(stream.timer)
  clearImmediate(stream.now)
  stream.timer = stream.now = undefined
}

/** Streams open in this process, by customer. */
const byTeam = new Map<number, number>()
export const streamsOf = (team_id: number): number => byTeam.get(team_id) ?? 0

const missingNews = (missing: readonly MissingPart[]) => `data: ${JSON.stringify({ topic: 'missing', missing })}\n\n`

export function openLive(): Live {
  const streams = new Set<LiveStream>()

  const flush = (stream: LiveStream) => {
    cancel(stream)
    stream.flushed = performance.now()
    if (stream.to.writableLength > MAX_UNREAD) return stream.to.destroy()
    let text = ''
    for (const news of stream.pending.values()) text += `data: ${JSON.stringify(news)}\n\n`
    stream.pending = new Map()
    stream.to.write(text)
  }

  const add = (stream: LiveStream, news: LiveNews) => {
    const key = `${news.topic} ${news.scene_id}`
    const known = stream.pending.get(key)
    const rows = rowsFor(stream, news)
    if (!known) stream.pending.set(key, { ...news, ids: news.ids?.slice(), rows, may: undefined })
    else {
      known.ids = joined(known.ids, news.ids, MAX_IDS)
      known.rows = joined(known.rows, rows, MAX_ROWS)
    }
    const due = stream.flushed + (rows ? GATHER_ROWS : GATHER)
    if (stream.now || (stream.timer && stream.due <= due)) return
    cancel(stream)
    const wait = due - performance.now()
    stream.due = due
    if (wait <= 0) stream.now = setImmediate(flush, stream)
    else stream.timer = setTimeout(flush, wait, stream)
  }

  /** Nothing may be written after the end, and `close` of a slow browser arrives late. */
  const end = (stream: LiveStream) => {
    cancel(stream)
    streams.delete(stream)
    stream.to.end()
  }

  const countOf = (uid: number) => {
    let count = 0
    for (const stream of streams) if (stream.uid === uid) count++
    return count
  }

  // windows may join a shared stream at any time
  let missing = ': still here\n\n'
  const heartbeat = setInterval(() => {
    for (const { to } of streams) to.write(missing)
  }, HEARTBEAT)
  heartbeat.unref()

  return {
    open(uid, access, to, most) {
      const { team_id } = access
      const mine = streamsOf(team_id)
      const hasRoom = hasShare({ taken: streams.size, mine, places: MAX_STREAMS, most })
      if (!hasRoom || countOf(uid) >= MAX_STREAMS_EACH) return undefined
      byTeam.set(team_id, mine + 1)
      const stream: LiveStream = {
        uid,
        access,
        to,
        pending: new Map(),
        now: undefined,
        timer: undefined,
        due: 0,
        flushed: 0,
      }
      streams.add(stream)
      to.on('close', () => {
        cancel(stream)
        streams.delete(stream)
        const left = streamsOf(team_id) - 1
        if (left > 0) byTeam.set(team_id, left)
        else byTeam.delete(team_id)
      })
      to.write(`retry: 1000\n\n: open\n\n${missing}`)
      return () => end(stream)
    },
    hear(news) {
      for (const stream of streams) if (mayHear(stream, news)) add(stream, news)
    },
    tellMissing(parts) {
      const now = missingNews(parts)
      if (now === missing) return
      missing = now
      for (const { to } of streams) to.write(now)
    },
    get size() {
      return streams.size
    },
    close() {
      clearInterval(heartbeat)
      for (const stream of streams) end(stream)
    },
  }
}
