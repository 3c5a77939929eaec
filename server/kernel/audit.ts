import type { Db } from './db.ts'
import type { DeletedSnapshot } from './database/deleted-snapshot.ts'
import type { System } from './implement.ts'

/** One write, as the operation log stores it. */
export interface AuditEntry {
  /** Unix seconds. */
  at: number
  uid: number
  account: string
  team_id: number
  scene_id: number | null
  /** Its source: console, api, timer, robot, system. */
  channel: string
  ip: string
  request_id: string
  /** Address of the call: `POST scene`; the contract has its words. */
  call: string
  object: string
  name: string
  before: unknown
  after: unknown
  /** The rows of a removal, so that they can be restored. */
  snapshot?: DeletedSnapshot | undefined
}

export interface Auditor {
  /** Written in the transaction of the write: both are stored or neither. */
  write(db: Db, entries: AuditEntry[], system: System): Promise<void>
}

const mark = Symbol.for('belvedere.auditor')

/** Export the result from a file of the room that keeps the operation log. */
export function defineAuditor(auditor: Auditor): Auditor {
  Object.defineProperty(auditor, mark, { value: true })
  return auditor
}

export function isAuditor(value: unknown): value is Auditor {
  return typeof value === 'object' && value !== null && mark in value
}
