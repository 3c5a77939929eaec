import { ChevronDown, X } from 'lucide-react'
import { controlFrame, Field, type FieldProps } from './field.tsx'
import { FilterList } from './filter-list.tsx'
import { cx } from '../base/join-classes.ts'
import { labelOf, type FieldOption } from './options.ts'
import { textOf, type Text } from '../base/text-of.ts'
import { say } from '../base/words.ts'

export interface SelectProps<Id extends string | number> extends FieldProps {
  options: readonly FieldOption<Id>[]
  value: Id | undefined
  onChange: (id: Id) => void
  placeholder?: Text
  /** Shows a clear button, which calls `onClear`. */
  onClear?: () => void
  /** Shows a search field above the options. */
  filter?: boolean
  disabled?: boolean
  /** True while the options are loading. */
  loading?: boolean
  size?: 's' | 'm'
  /** Accessible name without a visible label. */
  name?: Text
}

const choose = { zh: '请选择', en: 'Please choose' }

export function Select<Id extends string | number>(props: SelectProps<Id>) {
  const { label, hint, error, required, className, options, value, onChange, onClear, name, size = 'm' } = props
  const chosen = options.find((option) => option.id === value)
  const shown = chosen ? labelOf(chosen) : textOf(props.placeholder ?? choose)
  const canClear = onClear !== undefined && value !== undefined
  return (
    <Field label={label} hint={hint} error={error} required={required} className={className}>
      {/* a button has no aria-required; the star beside the label has that meaning */}
      {({ 'aria-required': _, ...control }) => (
        <span className="relative flex">
          <FilterList
            label={label ?? name ?? choose}
            options={options}
            value={value}
            onChoose={onChange}
            search={props.filter ?? false}
            loading={props.loading}
            trigger={
              <button
                type="button"
                {...control}
                aria-label={`${textOf(label ?? name ?? choose)} ${shown}`}
                disabled={props.disabled}
                className={cx(
                  controlFrame,
                  'flex w-full items-center justify-between gap-2 text-left',
                  size === 's' ? 'h-6 border-strong px-2' : 'h-8 px-2.5',
                )}
              >
                <span className={cx('truncate', !chosen && 'text-faint')}>{shown}</span>
                <ChevronDown
                  size={14}
                  aria-hidden="true"
                  className={cx('shrink-0 text-faint', canClear && 'invisible')}
                />
              </button>
            }
          />
          {canClear && <ClearButton onClear={onClear} />}
        </span>
      )}
    </Field>
  )
}

function ClearButton({ onClear }: { onClear: () => void }) {
  const label = say({ zh: '清除', en: 'Clear' })
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={label}
      onClick={onClear}
      className="absolute inset-y-0 right-1 my-auto flex size-6 items-center justify-center rounded text-faint hover:text-ink"
    >
      <X size={14} aria-hidden="true" />
    </button>
  )
}
