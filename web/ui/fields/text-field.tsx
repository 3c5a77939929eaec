import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import { controlFrame, Field, type FieldProps } from './field.tsx'
import { cx } from '../base/join-classes.ts'

/** Text limits. */
const lineLimit = 32
const areaLimit = 128

type Native<T> = Omit<T, 'onChange' | 'value' | 'prefix' | 'className' | 'size'>

export interface TextFieldProps extends FieldProps, Native<InputHTMLAttributes<HTMLInputElement>> {
  value: string
  onChange: (text: string) => void
  prefix?: ReactNode
  suffix?: ReactNode
  mono?: boolean
  size?: 'm' | 'l'
  ref?: Ref<HTMLInputElement>
}

export function TextField(props: TextFieldProps) {
  const {
    label,
    hint,
    error,
    required,
    className,
    value,
    onChange,
    prefix,
    suffix,
    mono,
    size = 'm',
    ...native
  } = props
  return (
    <Field label={label} hint={hint} error={error} required={required} className={className}>
      {(control) => (
        <span
          className={cx(
            controlFrame,
            'flex w-full items-center focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent-text',
            size === 'l' ? 'h-10' : 'h-8',
          )}
        >
          {prefix && <span className="flex shrink-0 items-center pl-2.5 text-faint">{prefix}</span>}
          <input
            maxLength={lineLimit}
            {...native}
            {...control}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={cx(
              'h-full w-full min-w-0 bg-transparent px-2.5 outline-none disabled:cursor-not-allowed',
              size === 'l' && 'text-base',
              mono && 'font-mono',
            )}
          />
          {suffix && <span className="flex shrink-0 items-center pr-1 text-faint">{suffix}</span>}
        </span>
      )}
    </Field>
  )
}

export interface TextAreaProps extends FieldProps, Native<TextareaHTMLAttributes<HTMLTextAreaElement>> {
  value: string
  onChange: (text: string) => void
  mono?: boolean
  ref?: Ref<HTMLTextAreaElement>
}

export function TextArea({ label, hint, error, required, className, value, onChange, mono, ...native }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} className={className}>
      {(control) => (
        <textarea
          rows={3}
          maxLength={areaLimit}
          {...native}
          {...control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={cx(controlFrame, 'w-full px-2.5 py-1.5', mono && 'font-mono text-xs')}
        />
      )}
    </Field>
  )
}
