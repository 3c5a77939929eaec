import { useState, type ChangeEvent } from 'react'
import { controlFrame, Field, type FieldProps } from './field.tsx'
import { cx } from '../base/join-classes.ts'
import { textOf } from '../base/text-of.ts'

interface SliderProps extends FieldProps {
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  /** Maximum of the number field; the slider's maximum by default. */
  typedMax?: number
  /** Values shown below the track. */
  marks?: readonly number[]
  /** Text of a value for screen readers. */
  valueText?: (value: number) => string
  /** Shown before the number in the field. */
  prefix?: string
}

/** An integer, set by pointer, arrow keys, Home, End, Page keys or typing. */
export function Slider(props: SliderProps) {
  const {
    label,
    hint,
    error,
    required,
    className,
    value,
    onChange,
    min,
    max,
    typedMax = max,
    marks = [],
    prefix,
  } = props
  const share = ((Math.min(value, max) - min) / (max - min)) * 100
  return (
    <Field label={label} hint={hint} error={error} required={required} className={className}>
      {(control) => (
        <span className="flex items-start gap-3">
          <span className="flex min-w-0 flex-1 flex-col">
            <input
              type="range"
              {...control}
              min={min}
              max={max}
              value={Math.min(value, max)}
              aria-valuetext={props.valueText?.(value)}
              onChange={(event) => onChange(Number(event.target.value))}
              style={{ '--share': `${share}%` } as never}
              className={cx(track, thumb)}
            />
            <span className="relative h-4 text-xs text-faint select-none" aria-hidden="true">
              {marks.map((mark) => (
                <span
                  key={mark}
                  style={{ left: `calc(8px + (100% - 16px) * ${(mark - min) / (max - min)})` }}
                  className="absolute -translate-x-1/2 leading-4"
                >
                  {mark}
                </span>
              ))}
            </span>
          </span>
          <span className={cx(controlFrame, 'flex h-8 w-16 items-center px-2')}>
            {prefix && <span className="text-faint">{prefix}</span>}
            <Typed label={label} value={value} onChange={onChange} min={min} max={typedMax} />
          </span>
        </span>
      )}
    </Field>
  )
}

/** Accepts values in range while typing, and clamps on blur. */
function Typed({
  label,
  value,
  onChange,
  min,
  max,
}: Pick<SliderProps, 'label' | 'value' | 'onChange' | 'min' | 'max'>) {
  const [text, setText] = useState<string>()
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const digits = event.target.value.replace(/\D/g, '').slice(0, String(max).length)
    setText(digits)
    if (digits && Number(digits) >= min && Number(digits) <= max) onChange(Number(digits))
  }
  const leave = () => {
    setText(undefined)
    if (text) onChange(Math.min(Math.max(Number(text), min), max))
  }
  return (
    <input
      inputMode="numeric"
      value={text ?? String(value)}
      aria-label={textOf(label ?? '')}
      onChange={type}
      onBlur={leave}
      className="h-full w-full min-w-0 bg-transparent px-1 outline-none"
    />
  )
}

const track =
  'mt-1.5 h-5 w-full cursor-pointer appearance-none bg-transparent [&::-webkit-slider-runnable-track]:h-1 [&::-webkit-slider-runnable-track]:rounded-full [&::-webkit-slider-runnable-track]:bg-[linear-gradient(to_right,var(--accent)_var(--share),var(--strong)_var(--share))] [&::-moz-range-track]:h-1 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-strong [&::-moz-range-progress]:h-1 [&::-moz-range-progress]:rounded-full [&::-moz-range-progress]:bg-accent'
const thumb =
  '[&::-webkit-slider-thumb]:-mt-1.5 [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-2 [&::-webkit-slider-thumb]:border-raised [&::-webkit-slider-thumb]:bg-accent [&::-moz-range-thumb]:size-3.5 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-2 [&::-moz-range-thumb]:border-raised [&::-moz-range-thumb]:bg-accent'
