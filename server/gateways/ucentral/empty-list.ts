import type { WebSocket } from 'ws'

interface Gathering {
  /** What ws gathers the next message in, made when the message before was whole. */
  _receiver?: { _fragments?: unknown[] }
  /** The one before. */
  gathered?: unknown[] | undefined
}

/**
 * To be called with each message. The list ws took it out of is as old as the message before, so to the collector of young
 * garbage it is alive, and with it the message, until the whole heap is looked through. Emptied, it holds nothing.
 */
export function emptyList(socket: WebSocket): void {
  const gathering = socket as unknown as Gathering
  if (gathering.gathered) gathering.gathered.length = 0
  gathering.gathered = gathering._receiver?._fragments
}
