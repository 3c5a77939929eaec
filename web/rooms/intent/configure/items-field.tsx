import { faultWords, missingOf } from '@belvedere/contract/kit/intent/faults.ts'
import type { Fault, Values } from '@belvedere/contract/kit/intent/fields.ts'
import { say } from '../../../kit/words/words.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { FieldSpec } from './field-specs.ts'
import { typedFault } from './form-state.ts'
import { flagOptions } from './value-text.ts'

interface EntryFieldProps {
  spec: FieldSpec
  value: unknown
  /** Error of the whole entry. */
  values: Values
  fault: Fault | undefined
  onChange: (value: unknown) => void
}

/** One field of an entry of a list. */
export function EntryField({ spec, value, values, fault, onChange }: EntryFieldProps) {
  const options = spec.type === 'flag' ? flagOptions : spec.options
  if (options)
    return (
      <Select
        label={spec.label}
        options={options}
        value={value as string | number | undefined}
        className="flex-1"
        onChange={onChange}
      />
    )
  // a new entry shows no errors yet
  const missing = Object.keys(values).length > 0 ? missingOf(spec, spec.name, values) : undefined
  return (
    <TextField
      label={spec.label}
      required={spec.needed?.when(values)}
      className="flex-1"
      error={typedFault(spec, value) ?? missing ?? (fault && faultWords(fault))}
      placeholder={spec.hint && say(spec.hint)}
      maxLength={spec.type === 'number' ? 9 : spec.max}
      inputMode={spec.type === 'number' ? 'numeric' : undefined}
      value={value === undefined ? '' : String(value as string | number)}
      onChange={(text) => onChange(parsed(spec, text))}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

function parsed({ type }: FieldSpec, text: string): unknown {
  const bare = text.trim()
  if (bare === '') return undefined
  return type === 'number' && /^\d+$/.test(bare) ? Number(bare) : bare
}
