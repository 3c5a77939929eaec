import { Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Flag, Id, Line, Maybe, Time } from '../../kit/schema.ts'
import { logErrors as errors } from './errors.ts'

const OperationId = Type.Integer({ minimum: 1, maximum: 9_000_000_000_000_000 })

const Undone = Type.Object({
  total_cnt: Type.Integer(),
  err_cnt: Type.Integer(),
  /** In the order in which they are undone: newest first. */
  list: Type.Array(
    Type.Object({
      id: Type.Integer(),
      at: Time,
      account: Type.String(),
      /** What it did, in the caller's language. */
      action: Type.String(),
      object: Type.String(),
      name: Type.String(),
      ok: Flag,
      /** Why it was not undone. */
      reason: Type.String(),
      /** The operation that stands in the way. */
      later_id: Maybe(Type.Integer()),
      before: Type.Unknown(),
      after: Type.Unknown(),
    }),
  ),
  /** 1: there are more than one call undoes; call again. */
  more: Flag,
})

/** 1: tells what would become of it, changes nothing. */
const preview = Type.Optional(Flag)

export const undoCalls = defineCalls({
  /** One operation, or with `whole` all that its request did; `request_id` is what `x-undo` told. */
  one: {
    at: 'POST log/undo',
    does: { zh: '撤销操作', en: 'Undo an operation' },
    who: 'session',
    scene: 'none',
    in: Type.Object({
      id: Type.Optional(OperationId),
      request_id: Type.Optional(Line(32, 1)),
      whole: Type.Optional(Flag),
      preview,
    }),
    out: Undone,
    errors: [errors.nothingToUndo, ...Object.values(errors)],
    // the rows it leaves are written one for each operation it undoes
    audit: false,
    tx: false,
  },
  /** All that a user did, that happened in a scene, or both, since a moment. What cannot be undone stays, and is told. */
  all: {
    at: 'POST log/undo/all',
    does: { zh: '批量撤销操作', en: 'Undo all operations since a moment' },
    who: 'log.undo',
    scene: 'write',
    in: Type.Object({
      /** A moment, or an operation which is the first of them. */
      from: Type.Optional(Time),
      since: Type.Optional(OperationId),
      /** Whose. */
      by: Type.Optional(Id),
      scene_id: Type.Optional(Id),
      preview,
    }),
    out: Undone,
    errors: [errors.nothingToUndo],
    audit: false,
    tx: false,
  },
})
