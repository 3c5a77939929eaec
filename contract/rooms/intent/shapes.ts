import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { IntentKind, IntentKinds } from '../../kit/intent/define-intent-kind.ts'
import { intentKind, intentKinds } from '../../kit/intent/kinds.ts'
import { type PropertiesOf, shapeOf } from '../../kit/intent/shape-of.ts'
import { Flag, Id, Int, Line, enumOf } from '../../kit/schema.ts'
import { intentLevel } from './enums.ts'

const o = <S extends TSchema>(schema: S) => Type.Optional(schema)

/** With which one logs in to a device. */
export const DevicePassword = Type.String({ minLength: 8, maxLength: 32, secret: true })

/** Schemas of the fields of each kind. Fields marked `secret` are write-only. */
export const intentShapes = Object.fromEntries(intentKinds.map(({ name, fields }) => [name, shapeOf(fields)])) as {
  readonly [K in IntentKind]: TObject<PropertiesOf<IntentKinds[K]>>
}

/**
 * One change of what is wanted. `set` holds all the fields the row has afterwards, null takes the row away, so that its level
 * says nothing; a secret that is `true` stays as it is. `removed` 1: an inherited entry is taken away here.
 */
export const IntentEdit = Type.Object({
  level: enumOf(intentLevel),
  /** Scene, device group or device, by the level. */
  target_id: Id,
  kind: enumOf(intentKind),
  key: Line(64),
  set: Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'] }),
  removed: o(Flag),
  /** Of the row when the edit was made, 0: there was none. A row that has another one by now is a conflict. */
  rev: o(Int({ minimum: 0 })),
})
export type Edit = Static<typeof IntentEdit>

/** A wish a device cannot fulfil: `kind/key/field`, why in both languages, what is used instead. */
export const RefusalShape = Type.Object({
  intent: Type.String(),
  reason: Type.Object({ zh: Type.String(), en: Type.String() }),
  instead: o(Type.String()),
})

/** What differs between two documents, as lines of their indented JSON; secrets masked, changed ones numbered. */
export const DocumentDiff = Type.Object({
  /** Lines taken away and put in. */
  removed: Type.Integer(),
  added: Type.Integer(),
  hunks: Type.Array(
    Type.Object({
      /** Line of the first of `lines` in each text, from 1. */
      before: Type.Integer(),
      after: Type.Integer(),
      /** As in a unified diff. */
      lines: Type.Array(Type.Object({ mark: Type.Unsafe<' ' | '-' | '+'>({ type: 'string' }), text: Type.String() })),
    }),
  ),
})
export type DocumentDiff = Static<typeof DocumentDiff>
