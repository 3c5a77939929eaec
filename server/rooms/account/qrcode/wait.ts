import type { Bus } from '../../../base/bus/bus.ts'

/** Milliseconds a browser's question waits for news. Short of what proxies in between allow. */
const PATIENCE = 20_000
/** Questions that wait at once in one process; further ones are answered at once and ask again. */
const MOST_WAITING = 2000
let waiting = 0

export const qrSubject = (key_hash: Buffer) => `account.qr.${key_hash.toString('hex')}`

/** Listens from now on; `heard` resolves with the first news, or when the timeout is over. Always `stop`. */
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
