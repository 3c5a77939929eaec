import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Pki } from '../../base/keys/pki.ts'
import type { System } from '../../kernel/implement.ts'

/** A request to the listener for new devices. */
export interface EnrolRequest {
  readonly system: System
  readonly pki: Pki
  readonly request: IncomingMessage
  readonly reply: ServerResponse
  /** The part of the path after the route. */
  readonly rest: string
  readonly address: string
}
