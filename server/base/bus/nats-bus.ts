import { randomUUID } from 'node:crypto'
import { connect, errors, headers, type NatsConnection } from '@nats-io/transport-node'
import { type Bus, localBus, NobodyServes, TimedOut, within } from './bus.ts'
import { natsOptions } from './nats-address.ts'
import { StartTrouble } from '../process/start-trouble.ts'

const encode = (payload: unknown) => JSON.stringify(payload ?? null)

export interface NatsOptions {
  /** As `natsOptions` reads it. */
  readonly url: string
  /** PEM file with the authority of the servers' certificates, instead of public ones. */
  readonly ca?: string
  onError(error: unknown, subject: string): void
  /** The bus is available again; messages sent meanwhile, here or elsewhere, were lost. */
  onReturn?(): void
}

type NatsAnswerHandler = (payload: never) => Promise<unknown>

type NatsListener = (payload: never) => void

/** ms within which the bus must answer to be ready. */
const READY_MS = 2000

/** Header with the sending process. */
const FROM = 'from'

/**
 * The bus over NATS: one subject per device provides routing and presence, and a subject without a server fails at once. Messages are
 * delivered locally before `publish` returns, as in a single process, so that local state is updated before an answer; they are sent over
 * the network to other processes, and to groups, of which one member gets them. A request that this process serves itself stays local: also
 * when several processes serve it, as gateways do, and during an outage of the bus.
 */
export async function natsBus({ url, ca, onError, onReturn }: NatsOptions): Promise<Bus> {
  const options = natsOptions(url, ca)
  const nats = await connect({ ...options, maxReconnectAttempts: -1, reconnectTimeWait: 500 }).catch((error: Error) =>
    notReached(error, Boolean(options.tls)),
  )
  const servers = new Map<string, NatsAnswerHandler>()
  const here = localBus(onError)
  const own = randomUUID()
  const from = headers()
  from.set(FROM, own)
  const line = watchLine(nats, onReturn)
  return {
    publish(subject, payload) {
      here.publish(subject, payload)
      nats.publish(subject, encode(payload), { headers: from })
    },
    subscribe(subject, hear, group) {
      const stopHere = group ? () => {} : here.subscribe(subject, hear)
      const subscription = nats.subscribe(subject, {
        ...(group ? { queue: group } : {}),
        callback: (error, message) => {
          try {
            if (error) throw error
            if (group || message.headers?.get(FROM) !== own) (hear as NatsListener)(message.json() as never)
          } catch (caught) {
            onError(caught, subject)
          }
        },
      })
      return () => {
        stopHere()
        subscription.unsubscribe()
      }
    },
    request<A>(subject: string, payload: unknown, timeout: number) {
      const answer = servers.get(subject)
      if (answer) return within<A>(answer(payload as never) as Promise<A>, subject, timeout)
      return line.hold(subject, timeout, () => ask<A>(nats, subject, payload, timeout))
    },
    serve(subject, answer, group) {
      servers.set(subject, answer)
      const subscription = nats.subscribe(subject, {
        ...(group ? { queue: group } : {}),
        callback: (error, message) => {
          if (error) return onError(error, subject)
          const failed = (caught: unknown) => {
            onError(caught, subject)
            message.respond(encode({ failed: String((caught as Error)?.message ?? caught) }))
          }
          Promise.resolve()
            .then(() => answer(message.json() as never))
            .then((data) => message.respond(encode({ data })), failed)
        },
      })
      return () => {
        if (servers.get(subject) === answer) servers.delete(subject)
        subscription.unsubscribe()
      }
    },
    ready: () => line.hold('ready', READY_MS, () => within(nats.flush(), 'ready', READY_MS)),
    async close() {
      await nats.drain()
      await here.close()
    },
  }
}

function notReached(error: Error, tls: boolean): never {
  if (error instanceof errors.AuthorizationError)
    throw new StartTrouble({
      zh: 'NATS_URL 指向的消息总线拒绝了其中的用户、密码或令牌',
      en: 'The bus of NATS_URL refuses its user, password or token',
    })
  const words = tls
    ? { zh: '无法以 TLS 连接 NATS_URL 指向的消息总线', en: 'The bus of NATS_URL cannot be reached by TLS' }
    : { zh: '无法连接 NATS_URL 指向的消息总线', en: 'The bus of NATS_URL cannot be reached' }
  throw new StartTrouble(words, error.message)
}

async function ask<Answer>(nats: NatsConnection, subject: string, payload: unknown, timeout: number): Promise<Answer> {
  const message = await nats.request(subject, encode(payload), { timeout }).catch((error: Error) => {
    if (error instanceof errors.RequestError && error.isNoResponders()) throw new NobodyServes(subject)
    if (error instanceof errors.NoRespondersError) throw new NobodyServes(subject)
    if (error instanceof errors.TimeoutError) throw new TimedOut(subject, timeout)
    throw error
  })
  const { data, failed } = message.json<{ data: Answer; failed?: string }>()
  if (failed) throw new Error(failed)
  return data
}

interface PendingReply {
  /** Sends a request over the connection. Throws when it is down, and `TimedOut` when it breaks before the answer. */
  hold<A>(subject: string, timeout: number, ask: () => Promise<A>): Promise<A>
}

/** The client drops messages during an outage of the server, and pending requests wait for their whole time-out. */
function watchLine(nats: NatsConnection, onReturn: (() => void) | undefined): PendingReply {
  const waiting = new Set<() => void>()
  let up = true
  const watch = async () => {
    for await (const { type } of nats.status()) {
      if (type === 'disconnect') {
        up = false
        for (const lose of waiting) lose()
      } else if (type === 'reconnect') {
        up = true
        onReturn?.()
      }
    }
  }
  void watch()
  return {
    hold: <A>(subject: string, timeout: number, ask: () => Promise<A>) => {
      if (!up) return Promise.reject(new Error('the message bus is away'))
      return new Promise<A>((resolve, reject) => {
        const lose = () => reject(new TimedOut(subject, timeout))
        waiting.add(lose)
        ask()
          .then(resolve, reject)
          .finally(() => waiting.delete(lose))
      })
    },
  }
}
