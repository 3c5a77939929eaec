import type { MessagePort } from 'node:worker_threads'
import { type Bus, localBus, NobodyServes, TimedOut, within } from './bus.ts'

/**
 * The bus of a thread of this process: all its operations are done on the process's bus. Messages of the thread are delivered in the thread
 * first, and requests that it serves itself stay in the thread, as on every bus. Payloads are cloned.
 */

type FromThread =
  | { do: 'publish'; subject: string; payload: unknown }
  | { do: 'subscribe'; id: number; subject: string; group: string | undefined }
  | { do: 'unsubscribe'; id: number }
  | { do: 'serve'; subject: string; group: string | undefined }
  | { do: 'unserve'; subject: string }
  | { do: 'request'; id: number; subject: string; payload: unknown; timeout: number }
  | ({ do: 'answer' } & ThreadReply)

type FromProcess =
  | { do: 'hear'; id: number; payload: unknown }
  | { do: 'ask'; id: number; subject: string; payload: unknown }
  | ({ do: 'answer' } & ThreadReply)

interface ThreadReply {
  id: number
  data?: unknown
  failed?: { name: string; message: string }
}

type ThreadAnswerHandler = (payload: never) => Promise<unknown>

/**
 * Messages of one turn of the event loop are transferred together at its end: each transfer wakes the other side, and costs as much as its
 * messages.
 */
function outbox(port: MessagePort): (message: FromThread | FromProcess) => void {
  let waiting: (FromThread | FromProcess)[] = []
  const flush = () => {
    const all = waiting
    waiting = []
    port.postMessage(all)
  }
  return (message) => {
    if (waiting.push(message) === 1) setImmediate(flush)
  }
}

/** Messages handled in one turn of the event loop: a thousand commands at once must not delay their answers. */
const AT_ONCE = 250

/** Handles messages in order, many of them in several turns. Returns the function that stops it. */
function readInbox(port: MessagePort, take: (message: never) => void): () => void {
  let waiting: unknown[] = []
  let next = 0
  const work = () => {
    const end = Math.min(next + AT_ONCE, waiting.length)
    try {
      while (next < end) take(waiting[next++] as never)
    } finally {
      if (next < waiting.length) setImmediate(work)
      else forget()
    }
  }
  const forget = () => {
    waiting = []
    next = 0
  }
  const hear = (messages: unknown[]) => {
    const idle = waiting.length === 0
    waiting = idle ? messages : waiting.slice(next).concat(messages)
    next = 0
    if (idle) work()
  }
  port.on('message', hear)
  return () => {
    port.off('message', hear)
    forget()
  }
}

const failedBy = (id: number, error: unknown): ThreadReply => {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  return { id, failed: { name, message } }
}

function errorOf({ name, message }: { name: string; message: string }, subject: string): Error {
  if (name === 'NobodyServes') return new NobodyServes(subject)
  if (name === 'TimedOut') return Object.assign(new TimedOut(subject, 0), { message })
  return Object.assign(new Error(message), { name })
}

/** Pending requests to the other side. */
class Questions {
  private readonly open = new Map<number, { subject: string; resolve(data: never): void; reject(error: Error): void }>()
  private last = 0

  ask<A>(subject: string, send: (id: number) => void): Promise<A> {
    const id = ++this.last
    return new Promise<A>((resolve, reject) => {
      this.open.set(id, { subject, resolve, reject })
      send(id)
    })
  }

  answered({ id, data, failed }: ThreadReply): void {
    const one = this.open.get(id)
    this.open.delete(id)
    if (failed) one?.reject(errorOf(failed, one.subject))
    else one?.resolve(data as never)
  }

  abandon(): void {
    for (const { subject, reject } of this.open.values()) reject(new TimedOut(subject, 0))
    this.open.clear()
  }
}

/**
 * The process's side: executes the operations of the thread behind `port` on `bus`. Returns the function that stops it, also after the
 * death of the thread.
 */
export function serveThread(bus: Bus, port: MessagePort): () => void {
  const post = outbox(port)
  const stops = new Map<string, () => void>()
  const questions = new Questions()
  /** Messages of the thread are not sent back to it. */
  let telling = false
  const keep = (key: string, stop: () => void) => {
    stops.get(key)?.()
    stops.set(key, stop)
  }
  const drop = (key: string) => {
    stops.get(key)?.()
    stops.delete(key)
  }
  const take = (message: FromThread) => {
    switch (message.do) {
      case 'publish':
        telling = true
        bus.publish(message.subject, message.payload)
        telling = false
        break
      case 'subscribe': {
        const { id, subject, group } = message
        // one member of a group gets a message, and the thread does not know which one
        const hear = (payload: unknown) => void ((telling && !group) || post({ do: 'hear', id, payload }))
        keep(`subscription ${id}`, bus.subscribe(subject, hear, group))
        break
      }
      case 'unsubscribe':
        drop(`subscription ${message.id}`)
        break
      case 'serve': {
        const { subject, group } = message
        const ask = (payload: unknown) => questions.ask(subject, (id) => post({ do: 'ask', id, subject, payload }))
        keep(`server ${subject}`, bus.serve(subject, ask, group))
        break
      }
      case 'unserve':
        drop(`server ${message.subject}`)
        break
      case 'request': {
        const { id, subject, payload, timeout } = message
        bus.request(subject, payload, timeout).then(
          (data) => post({ do: 'answer', id, data }),
          (error: unknown) => post({ do: 'answer', ...failedBy(id, error) }),
        )
        break
      }
      case 'answer':
        questions.answered(message)
    }
  }
  const stopReading = readInbox(port, take)
  return () => {
    stopReading()
    for (const stop of stops.values()) stop()
    stops.clear()
    questions.abandon()
  }
}

/** The thread's side. */
export function threadBus(port: MessagePort, onError: (error: unknown, subject: string) => void): Bus {
  const post = outbox(port)
  const here = localBus(onError)
  const hearers = new Map<number, { subject: string; hear: (payload: never) => void }>()
  const servers = new Map<string, ThreadAnswerHandler>()
  const questions = new Questions()
  let last = 0
  const answer = async (id: number, subject: string, payload: unknown) => {
    try {
      const serves = servers.get(subject)
      if (!serves) throw new NobodyServes(subject)
      post({ do: 'answer', id, data: await serves(payload as never) })
    } catch (error) {
      if (!(error instanceof NobodyServes)) onError(error, subject)
      post({ do: 'answer', ...failedBy(id, error) })
    }
  }
  const take = (message: FromProcess) => {
    if (message.do === 'ask') return void answer(message.id, message.subject, message.payload)
    if (message.do === 'answer') return questions.answered(message)
    const one = hearers.get(message.id)
    try {
      one?.hear(message.payload as never)
    } catch (error) {
      onError(error, one?.subject ?? '')
    }
  }
  const stopReading = readInbox(port, take)
  return {
    publish(subject, payload) {
      here.publish(subject, payload)
      post({ do: 'publish', subject, payload })
    },
    subscribe(subject, listen, group) {
      const id = ++last
      const stopHere = group ? () => {} : here.subscribe(subject, listen)
      hearers.set(id, { subject, hear: listen })
      post({ do: 'subscribe', id, subject, group })
      return () => {
        stopHere()
        hearers.delete(id)
        post({ do: 'unsubscribe', id })
      }
    },
    request<A>(subject: string, payload: unknown, timeout: number) {
      const serves = servers.get(subject)
      if (serves) return within<A>(serves(payload as never) as Promise<A>, subject, timeout)
      return questions.ask<A>(subject, (id) => post({ do: 'request', id, subject, payload, timeout }))
    },
    serve(subject, serves, group) {
      servers.set(subject, serves)
      post({ do: 'serve', subject, group })
      return () => {
        if (servers.get(subject) !== serves) return
        servers.delete(subject)
        post({ do: 'unserve', subject })
      }
    },
    // the process reports the readiness of its threads
    async ready() {},
    async close() {
      stopReading()
      hearers.clear()
      servers.clear()
      questions.abandon()
      await here.close()
    },
  }
}
