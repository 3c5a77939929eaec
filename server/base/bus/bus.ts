/**
 * Communication between the parts of the product: messages and requests. Within one process it uses function calls; with NATS the same
 * subjects work between machines (base/bus/nats-bus.ts).
 */
export interface Bus {
  /** Sends a message to all subscribers of a subject, in this and other processes. Never throws, never waits. */
  publish(subject: string, payload: unknown): void
  /** Returns the function that unsubscribes. `group`: one of the subscribers with that name gets each message, not all. */
  subscribe(subject: string, hear: (payload: never) => void, group?: string): () => void
  /** Sends a request to the server of the subject. Throws `NobodyServes` at once if there is none, `TimedOut` without an answer. */
  request<AnswerHandler>(subject: string, payload: unknown, timeout: number): Promise<AnswerHandler>
  /**
   * Serves requests on a subject; the newest server of a subject replaces the former one. Several processes may serve a subject: each
   * handles a request and the first answer is used, or with a `group` one of that name handles it. Returns the function that stops it.
   */
  serve(subject: string, answer: (payload: never) => Promise<unknown>, group?: string): () => void
  /** Rejects within seconds while other processes cannot be reached. */
  ready(): Promise<void>
  close(): Promise<void>
}

export class NobodyServes extends Error {
  constructor(subject: string) {
    super(`nobody serves ${subject}`)
    this.name = 'NobodyServes'
  }
}

export class TimedOut extends Error {
  constructor(subject: string, timeout: number) {
    super(`no answer on ${subject} within ${timeout} ms`)
    this.name = 'TimedOut'
  }
}

type MessageListener = (payload: never) => void
type Answer = (payload: never) => Promise<unknown>

/** Subscribers of a subject: individual ones (''), or members of groups, the next one first. */
type Subscribers = Map<string, Set<MessageListener>>

/** The bus of a single process. `onError` gets exceptions of subscribers. */
export function localBus(onError: (error: unknown, subject: string) => void): Bus {
  const subjects = new Map<string, Subscribers>()
  const servers = new Map<string, Answer>()
  return {
    publish(subject, payload) {
      for (const [group, members] of subjects.get(subject) ?? [])
        for (const hear of group ? [nextOf(members)] : members) {
          try {
            hear(payload as never)
          } catch (error) {
            onError(error, subject)
          }
        }
    },
    subscribe(subject, hear, group = '') {
      const groups: Subscribers = subjects.get(subject) ?? new Map()
      subjects.set(subject, groups)
      const members = groups.get(group) ?? new Set()
      groups.set(group, members.add(hear))
      return () => {
        members.delete(hear)
        if (members.size === 0 && groups.get(group) === members) groups.delete(group)
        if (groups.size === 0 && subjects.get(subject) === groups) subjects.delete(subject)
      }
    },
    request<A>(subject: string, payload: unknown, timeout: number) {
      const answer = servers.get(subject)
      if (!answer) return Promise.reject(new NobodyServes(subject))
      return within<A>(answer(payload as never) as Promise<A>, subject, timeout)
    },
    serve(subject, answer) {
      servers.set(subject, answer)
      return () => {
        if (servers.get(subject) === answer) servers.delete(subject)
      }
    },
    async ready() {},
    async close() {
      subjects.clear()
      servers.clear()
    },
  }
}

/** Members of a group take turns. */
function nextOf(members: Set<MessageListener>): MessageListener {
  const [next] = [...members] as [MessageListener]
  members.delete(next)
  members.add(next)
  return next
}

/** The answer, or `TimedOut` after `timeout` ms. */
export function within<A>(answer: Promise<A>, subject: string, timeout: number): Promise<A> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimedOut(subject, timeout)), timeout)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
