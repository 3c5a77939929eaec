import { useState } from 'react'
import { faultWords } from '@belvedere/contract/kit/intent/faults.ts'
import { lang } from '../../../kit/words/words.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import type { FieldSpec } from './field-specs.ts'
import type { FieldControlProps } from './field-control-props.ts'
import { typedFault } from './form-state.ts'
import { ItemsControl } from './items-control.tsx'
import { flagOptions, valueText } from './value-text.ts'
import { WarningNote } from './warning-note.tsx'

/** Input of one setting, with warnings. */
export function FieldControl(props: FieldControlProps) {
  const warnings = props.spec.type === 'items' ? [] : props.faults.filter(({ warning }) => warning)
  return (
    <>
      <OneControl {...props} />
      {warnings.map((fault) => (
        <WarningNote key={fault.says.en} words={faultWords(fault)} />
      ))}
    </>
  )
}

/** An empty field is inherited and shows the inherited value as placeholder. */
function OneControl(props: FieldControlProps) {
  const { spec, value, onChange } = props
  if (spec.options && spec.type === 'number') return <ChoiceControl {...props} />
  switch (spec.type) {
    case 'flag':
      return <ChoiceControl {...props} spec={{ ...spec, options: flagOptions }} />
    case 'choice':
      return <ChoiceControl {...props} />
    case 'items':
      return <ItemsControl {...props} />
    case 'choices':
      return <ChoicesControl {...props} />
    case 'secret':
      return (
        <PasswordField
          {...frame(props)}
          maxLength={spec.max}
          value={typeof value === 'string' ? value : ''}
          placeholder={value === true || props.inherited === true ? '••••••' : undefined}
          onChange={(text) => onChange(text === '' ? undefined : text)}
          autoComplete="new-password"
        />
      )
    default:
      return <TypedControl {...props} />
  }
}

function frame({ spec, value, faults }: FieldControlProps) {
  const wrong = faults.find(({ warning }) => !warning)
  return { label: spec.label, hint: spec.hint, error: typedFault(spec, value) ?? (wrong && faultWords(wrong)) }
}

const notSet = { zh: '未设置', en: 'Not set' }

function ChoiceControl({ spec, value, inherited, onChange }: FieldControlProps) {
  return (
    <Select
      label={spec.label}
      hint={spec.hint}
      options={spec.options ?? []}
      value={value as string | number | undefined}
      placeholder={valueText(spec, inherited) || notSet}
      filter={(spec.options?.length ?? 0) > 12}
      onChange={onChange}
    />
  )
}

/** Selects several of few options: inherited options are checked until the user changes them. */
function ChoicesControl(props: FieldControlProps) {
  const { spec, value, inherited, onChange } = props
  const shown = (value ?? inherited ?? []) as readonly (string | number)[]
  const flip = (id: string | number) => {
    const next = shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id]
    onChange(next.length > 0 ? next : undefined)
  }
  return (
    <Field label={spec.label} hint={spec.hint}>
      {() => (
        <span role="group" aria-label={spec.label[lang]} className="flex h-8 items-center gap-4">
          {spec.options?.map((option) => (
            <Checkbox
              key={option.id}
              label={option}
              checked={shown.includes(option.id)}
              onChange={() => flip(option.id)}
            />
          ))}
        </span>
      )}
    </Field>
  )
}

/** Typed text is kept, even while it is not a valid number, list or JSON. */
function TypedControl(props: FieldControlProps) {
  const { spec, value, inherited, onChange } = props
  const [text, setText] = useState(() => typedText(spec, value))
  const [before, setBefore] = useState(value)
  if (before !== value) {
    setBefore(value)
    if (value === undefined || JSON.stringify(parsed(spec, text)) !== JSON.stringify(value))
      setText(typedText(spec, value))
  }
  const type = (next: string) => {
    setText(next)
    const meant = parsed(spec, next)
    setBefore(meant)
    onChange(meant)
  }
  if (spec.type === 'json')
    return (
      <TextArea {...frame(props)} rows={10} mono maxLength={60_000} spellCheck={false} value={text} onChange={type} />
    )
  return (
    <TextField
      {...frame(props)}
      value={text}
      // the unit is already shown after the field
      placeholder={valueText({ ...spec, unit: '' }, inherited) || undefined}
      maxLength={spec.type === 'text' ? spec.max : spec.type === 'number' ? 9 : 2000}
      inputMode={spec.type === 'number' ? 'numeric' : undefined}
      suffix={spec.unit && <span className="pr-1.5 text-xs">{spec.unit}</span>}
      onChange={type}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

function typedText(spec: FieldSpec, value: unknown): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value as string | number)
}

/** Parses a text; a text that is not valid yet stays text and fails the check. */
function parsed(spec: FieldSpec, text: string): unknown {
  const bare = text.trim()
  if (bare === '') return undefined
  if (spec.type === 'number') return /^\d+$/.test(bare) ? Number(bare) : bare
  if (spec.type === 'list') {
    const list = bare.split(/[\s,，、;]+/).filter(Boolean)
    return spec.each ? list.map((one) => (/^\d+$/.test(one) ? Number(one) : one)) : list
  }
  if (spec.type !== 'json') return text
  try {
    const value: unknown = JSON.parse(bare)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : text
  } catch {
    return text
  }
}
