import { connect, type NatsConnection } from '@nats-io/transport-node'
import { type Bus, NobodyServes, TimedOut } from './bus.ts'

const encode = (payload: unknown) => JSON.stringify(payload ?? null)

/**
 * The bus over NATS: one subject a device gives routing and presence for free, and a subject nobody serves answers at once.
 * What stays in this process does not cross the network only when nobody else could hear it, so everything crosses.
 */
export async function natsBus(url: string, onError: (error: unknown, subject: string) => void): Promise<Bus> {
  const nats = await connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 500 })
  return {
    publish(subject, payload) {
      nats.publish(subject, encode(payload))
    },
    subscribe(subject, hear, group) {
      const subscription = nats.subscribe(subject, {
        ...(group ? { queue: group } : {}),
        callback: (error, message) => {
          try {
            if (error) throw error
            hear(message.json() as never)
          } catch (caught) {
            onError(caught, subject)
          }
        },
      })
      return () => subscription.unsubscribe()
    },
    request: (subject, payload, timeout) => ask(nats, subject, payload, timeout),
    serve(subject, answer) {
      const subscription = nats.subscribe(subject, {
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
      return () => subscription.unsubscribe()
    },
    close: () => nats.drain(),
  }
}

async function ask<Answer>(nats: NatsConnection, subject: string, payload: unknown, timeout: number): Promise<Answer> {
  const message = await nats.request(subject, encode(payload), { timeout }).catch((error: Error) => {
    if (/no responders/i.test(`${error.name} ${error.message}`)) throw new NobodyServes(subject)
    if (/timeout/i.test(`${error.name} ${error.message}`)) throw new TimedOut(subject, timeout)
    throw error
  })
  const { data, failed } = message.json<{ data: Answer; failed?: string }>()
  if (failed) throw new Error(failed)
  return data
}
