import type { Fault } from '@belvedere/contract/kit/intent/fields.ts'
import type { FieldSpec } from './field-specs.ts'

export interface FieldControlProps {
  spec: FieldSpec
  /** Value set at this level; undefined: inherited. */
  value: unknown
  inherited: unknown
  /** Errors of the kind's own check, including those of the entries of a list. */
  faults: readonly Fault[]
  readOnly: boolean
  onChange: (value: unknown) => void
}
