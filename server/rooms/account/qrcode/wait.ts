import type { Bus } from '../../../base/bus/bus.ts'

/** Milliseconds that a browser's request waits for a change. Below the timeout of common proxies. */
const PATIENCE = 20_000
/** Requests that wait at once in one process; further ones are answered immediately and repeat. */
const MOST_WAITING = 2000
let waiting = 0

export const qrSubject = (key_hash: Buffer) => `account.qr.${key_hash.toString('hex')}`

/** Subscribes immediately; `heard` resolves with the first change, or when the timeout expires. Always call `stop`. */
export function subscribeNews(bus: Bus, key_hash: Buffer): { heard: Promise<void>; stop(): void } {
  if (waiting >= MOST_WAITING) return { heard: Promise.resolve(), stop: () => {} }
  waiting++
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, PATIENCE)
  const unsubscribe = bus.subscribe(qrSubject(key_hash), () => resolve())
  return {
    heard: promise,
    stop() {
      waiting--
      clearTimeout(timer)
      unsubscribe()
    },
  }
}
