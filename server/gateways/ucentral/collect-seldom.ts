import { setFlagsFromString } from 'node:v8'

/**
 * V8 accounts more than a hundred kilobytes of external memory for a TLS socket, and runs a full garbage collection for every 64
 * MB: once per five hundred sockets of a reconnect storm, although all of it is in use. Between `true` and `false` external
 * memory counts with the heap, whose limit grows in proportion.
 */
export function collectSeldom(seldom: boolean): void {
  setFlagsFromString(`--${seldom ? '' : 'no-'}external-memory-accounted-in-global-limit`)
}
