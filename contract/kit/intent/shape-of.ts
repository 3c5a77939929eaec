import { Type, type TObject, type TOptional, type TSchema, type TUnsafe } from 'typebox'
import { Flag, Line, Lines } from '../schema.ts'
import type { Field, Fields } from './fields.ts'

/** Schemas of fields. All are optional: a level inherits those that it does not set. */
export type PropertiesOf<F extends Fields> = { [N in keyof F]: TOptional<TUnsafe<Exclude<F[N]['value'], undefined>>> }

/** The schema of fields, as calls and the check of edits take it. */
export const shapeOf = <F extends Fields>(fields: F): TObject<PropertiesOf<F>> =>
  Type.Object(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, Type.Optional(schemaOf(field))])),
  ) as unknown as TObject<PropertiesOf<F>>

function schemaOf(field: Field): TSchema {
  const { min, max = 0 } = field
  switch (field.type) {
    case 'text':
    case 'secret':
      return textSchema(field)
    case 'number':
      return Type.Integer({ minimum: min, maximum: max })
    case 'flag':
      return Flag
    case 'choice':
      return choiceSchema(field)
    case 'choices':
      return Type.Array(choiceSchema(field), { minItems: 1, maxItems: max })
    case 'list':
      return Type.Array(entrySchema(field), bounds(field))
    case 'items':
      return Type.Array(shapeOf(field.fields ?? {}), bounds(field))
    case 'json':
      return Type.Record(Line(64), Type.Unknown())
  }
}

const bounds = ({ min, max }: Field) => ({ ...(min === undefined ? {} : { minItems: min }), maxItems: max })

function textSchema({ type, form, min = 0, max = 0, lines }: Field): TSchema {
  if (type === 'secret') return Type.String({ minLength: min, maxLength: max, secret: true })
  if (form?.is.source) return Type.String({ pattern: form.is.source, maxLength: max })
  return lines ? Lines(max) : Line(max, min)
}

function choiceSchema({ options = [] }: Field): TSchema {
  const ids = options.map(({ id }) => id)
  return Type.Unsafe({ type: typeof ids[0] === 'number' ? 'integer' : 'string', enum: ids })
}

const LONGEST_ENTRY = 253
function entrySchema({ form, each }: Field): TSchema {
  if (each) return Type.Integer({ minimum: each.min, maximum: each.max })
  return form?.is.source ? Type.String({ pattern: form.is.source, maxLength: LONGEST_ENTRY }) : Line(LONGEST_ENTRY, 1)
}
