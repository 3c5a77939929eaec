import { setTimeout as rest } from 'node:timers/promises'
import { Semaphore } from '../../base/process/semaphore.ts'

/** Maximum pause in ms after a slice of work: as long as the slice took, so that other requests are answered. */
const LONGEST_REST = 500

const semaphore = new Semaphore(1)

/**
 * Archives of devices are unpacked and compared one at a time in a thread, because small archives can unpack to large ones: many archives
 * neither fill the memory nor block other requests.
 */
export function withArchiveSemaphore<T>(work: () => Promise<T> | T): Promise<T> {
  return new Promise((resolve, reject) => {
    void semaphore.pass(async () => {
      const began = performance.now()
      await (async () => work())().then(resolve, reject)
      await rest(Math.min(LONGEST_REST, performance.now() - began))
    })
  })
}
