import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorSpec } from './define-errors.ts'
import type { Words } from './text.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** `anyone` needs no session, `session` any signed-in user, else a permission `room.verb`. */
export type Who = 'anyone' | 'session' | `${string}.${string}`

/**
 * The right on scenes a call needs. `none`: touches no scene. `read`: sees the caller's scenes; a `scene_id` in the input
 * must be one of them. `write`: as read, and scenes in mode 3 refuse. `own`: as write, and shared scenes refuse, whatever the share allows:
 * for decisions of the owner.
 */
export type SceneRight = 'none' | 'read' | 'write' | 'own'

export interface CallSpec {
  /** `METHOD path` below /api/v1/; a path id is appended by the server as `/{id}` where the input has `id`. */
  readonly at: `${Method} ${string}`
  /** Its description, for OpenAPI and the audit log. */
  readonly does: Words
  readonly who: Who
  readonly scene: SceneRight
  /** Each of `scene_ids` is refused individually, as a row of the answer, instead of the whole call. */
  readonly each?: true
  /** Fields of the input that only the owner of the scene may give: with one of them the call needs the right `own`. */
  readonly own?: readonly string[]
  readonly in: TObject
  /** Schema of `data`. A call that answers a file states `blob: true` and an empty object. */
  readonly out: TSchema
  readonly errors?: readonly ErrorSpec[]
  /** Live topics whose messages make an open query of this call stale (GET only). */
  readonly shows?: readonly string[]
  /** `false`: not written to the operation log (a write without interest for administrators). */
  readonly audit?: false
  /** It removes something that can be restored: the console offers to undo it at once. */
  readonly undoable?: true
  /** `false`: runs outside a transaction (it waits for a device or a provider). */
  readonly tx?: false
  readonly blob?: true
  /** Uploaded files go straight to disk, up to the size the setting `max-upload-mb` allows, once the session may make the call. */
  readonly stores?: true
  /**
   * Files a multipart form may bring, and bytes of each, which are held in memory. A call that states neither this nor `stores`
   * takes no file.
   */
  readonly uploads?: { readonly files: number; readonly bytes: number }
  /** Calls a minute from one session or address, if different from the common limit. */
  readonly per_minute?: number
  /**
   * Only for a session whose owner authenticated within the last minutes: signed in, or proved password or second factor. The refusal
   * (`account.proofNeeded`) states how; an API token must be made for it. A record: only if one of these fields of the input has one of the
   * values; no values: whenever the field is given.
   */
  readonly fresh?: true | FreshFields
  /**
   * Why it needs no typed confirmation although it sends something to devices or starts a change set. Such a call states this, or takes
   * `Confirmed`; a check reports a call that states neither.
   */
  readonly unconfirmed?: string
}

export type FreshFields = Readonly<Record<string, readonly unknown[]>>

/** Whether a call with this input is for fresh sessions only. */
export function requiresFresh({ fresh }: Pick<CallSpec, 'fresh'>, input: Readonly<Record<string, unknown>>): boolean {
  if (fresh === undefined || fresh === true) return fresh === true
  return Object.entries(fresh).some(
    ([field, values]) => input[field] !== undefined && (values.length === 0 || values.includes(input[field])),
  )
}

/** When a call is for fresh sessions only, as lists and documents print it; empty: never. */
export function freshText({ fresh }: Pick<CallSpec, 'fresh'>): string {
  if (fresh === undefined) return ''
  if (fresh === true) return 'always'
  const parts = Object.entries(fresh).map(([field, values]) =>
    values.length ? `${field} ${values.join(' or ')}` : field,
  )
  return `with ${parts.join(', ')}`
}

export type Calls = Readonly<Record<string, CallSpec>>

const mark = Symbol.for('belvedere.calls')

/** States the calls of one noun; types, validation, permission, OpenAPI, web client and refusal tests derive from it. */
export function defineCalls<const T extends Calls>(calls: T): T {
  Object.defineProperty(calls, mark, { value: true })
  return calls
}

/** True for results of `defineCalls`; room discovery uses it. */
export function isCalls(value: unknown): value is Calls {
  return typeof value === 'object' && value !== null && mark in value
}

/** Input of a call, as the handler and the web see it. */
export type In<C extends CallSpec> = Static<C['in']>
/** `data` of a call's answer. */
export type Out<C extends CallSpec> = Static<C['out']>

/** The right on scenes this input asks for. */
export function sceneRightOf({ scene, own = [] }: Pick<CallSpec, 'scene' | 'own'>, input: object): SceneRight {
  return own.some((field) => (input as Record<string, unknown>)[field] !== undefined) ? 'own' : scene
}

/** The right as lists and documents print it. */
export function sceneRightText({ scene, own = [] }: Pick<CallSpec, 'scene' | 'own'>): string {
  return own.length > 0 ? `${scene}; own with ${own.join(', ')}` : scene
}

/** Bytes of input in a body: few for strangers, whose sign-in takes a few hundred. */
const BODY = { anyone: 64 << 10, session: 4 << 20 }

/** The bounds of a body of this call: bytes of input, files, and bytes of each file; 0 if the installation's setting applies. */
export function bodyBoundsOf({ who, uploads, stores }: CallSpec): { input: number; files: number; bytes: number } {
  const input = who === 'anyone' ? BODY.anyone : BODY.session
  if (stores) return { input, files: 1, bytes: 0 }
  return { input, files: uploads?.files ?? 0, bytes: uploads?.bytes ?? 0 }
}

export function methodOf(call: Pick<CallSpec, 'at'>): Method {
  return call.at.slice(0, call.at.indexOf(' ')) as Method
}

export function pathOf(call: Pick<CallSpec, 'at'>): string {
  return call.at.slice(call.at.indexOf(' ') + 1)
}
