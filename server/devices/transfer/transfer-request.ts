import type { IncomingMessage, ServerResponse } from 'node:http'
import type { System } from '../../kernel/implement.ts'

/** A request for a one-time path. */
export interface TransferRequest {
  readonly system: System
  readonly request: IncomingMessage
  readonly reply: ServerResponse
  /** The rest of the path: the ticket, and a file name for the device. */
  readonly rest: string
  /** The request has no TLS. */
  readonly plain: boolean
}
