/** A live topic message: open queries that show `topic` in this scene (or any, when 0) are stale. */
export interface LiveNews {
  topic: string
  scene_id: number
  /** Rows concerned; absent: any. */
  ids?: number[]
  /** The complete new rows of lists with this topic, so that they can be shown without a refetch. For users with the permission `may`. */
  rows?: readonly unknown[]
  may?: string
  /** For this user only, independent of the scene. */
  uid?: number
}

export interface EventKind<P> {
  /** Past tense: `alarm.raised`. */
  readonly name: string
  /** The live message after commit. */
  readonly live: ((payload: P) => LiveNews | LiveNews[] | undefined) | undefined
}

const eventMark = Symbol.for('belvedere.event')
const listenerMark = Symbol.for('belvedere.listener')

/** Defines an event of a room, in its api.ts. Payloads are plain JSON, because they may be sent between machines. */
export function defineEvent<P>(name: string, options: { live?: EventKind<P>['live'] } = {}): EventKind<P> {
  const kind = { name, live: options.live }
  Object.defineProperty(kind, eventMark, { value: true })
  return kind
}

export function isEvent(value: unknown): value is EventKind<unknown> {
  return typeof value === 'object' && value !== null && eventMark in value
}

export interface Listener<S = unknown> {
  readonly event: EventKind<unknown>
  hear(payload: unknown, system: S): Promise<void> | void
}

/**
 * Export the result from any file of a room: `hear` runs after commit, on one worker. Events may be lost with a process or the bus; work
 * that must happen is a job, or a request that is repeated until it is answered.
 * @public
 */
export function listen<P, S>(event: EventKind<P>, hear: (payload: P, system: S) => Promise<void> | void): Listener<S> {
  const listener = { event: event as EventKind<unknown>, hear: hear as Listener<S>['hear'] }
  Object.defineProperty(listener, listenerMark, { value: true })
  return listener
}

export function isListener(value: unknown): value is Listener {
  return typeof value === 'object' && value !== null && listenerMark in value
}

/** Bus subject of an event. */
export const eventSubject = (name: string) => `event.${name}`
