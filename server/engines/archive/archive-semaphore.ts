import { setTimeout as rest } from 'node:timers/promises'
import { Semaphore } from '../../base/process/semaphore.ts'

/** ms of rest after a piece of work, at most: as long as it took, in which everybody else is answered. */
const LONGEST_REST = 500

const turns = new Semaphore(1)

/**
 * Archives of devices are unpacked and compared one at a time in a thread: small ones unpack to large ones, and whoever sends or
 * compares many fills no memory with them and keeps nobody else from being answered.
 */
export function withArchiveSemaphore<T>(work: () => Promise<T> | T): Promise<T> {
  return new Promise((resolve, reject) => {
    void turns.pass(async () => {
      const began = performance.now()
      await (async () => work())().then(resolve, reject)
      await rest(Math.min(LONGEST_REST, performance.now() - began))
    })
  })
}
