import { setFlagsFromString } from 'node:v8'

/**
 * The engine books more than a hundred kilobytes for a TLS socket and looks through the whole heap for every 64 MB booked:
 * once in five hundred sockets of a herd that comes in, though all of it is alive. Between `true` and `false` what is booked
 * counts with the heap, which grows by a share of itself.
 */
export function collectSeldom(seldom: boolean): void {
  setFlagsFromString(`--${seldom ? '' : 'no-'}external-memory-accounted-in-global-limit`)
}
