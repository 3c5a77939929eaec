import type { Fault } from '@belvedere/contract/kit/intent/fields.ts'
import type { FieldSpec } from './field-specs.ts'

export interface FieldControlProps {
  spec: FieldSpec
  /** Set at this level; undefined: inherited. */
  value: unknown
  inherited: unknown
  /** What the kind's own check says of it, entries of a list included. */
  faults: readonly Fault[]
  readOnly: boolean
  onChange: (value: unknown) => void
}
