import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown, X } from 'lucide-react'
import { controlFrame, Field, type FieldProps } from './field.tsx'
import { FilterList } from './filter-list.tsx'
import { cx } from './join-classes.ts'
import { labelOf, type Option } from './options.ts'
import { popupFrame, popupItem } from './popup-frame.ts'
import { textOf, type Text } from './text-of.ts'
import { say } from './words.ts'

export interface SelectProps<Id extends string | number> extends FieldProps {
  options: readonly Option<Id>[]
  value: Id | undefined
  onChange: (id: Id) => void
  placeholder?: Text
  /** A cross takes the choice back: `onClear`. */
  onClear?: () => void
  /** A search field above the choices. */
  filter?: boolean
  disabled?: boolean
  /** While the choices are on their way. */
  loading?: boolean
  size?: 's' | 'm'
  /** Name for screen readers where there is no visible label. */
  name?: Text
}

const choose = { zh: '请选择', en: 'Please choose' }
const noData = { zh: '无数据', en: 'No data' }
const loadingText = { zh: '加载中', en: 'Loading' }

export function Select<Id extends string | number>(props: SelectProps<Id>) {
  const { label, hint, error, required, className, options, value, onChange, onClear, disabled, name } = props
  const items = options.map((option) => ({ value: option.id, label: labelOf(option) }))
  if (props.filter) return <FilterSelect {...props} />
  return (
    <Field label={label} hint={hint} error={error} required={required} className={className}>
      {(control) => (
        <Base.Root
          items={items}
          value={value ?? null}
          disabled={disabled}
          onValueChange={(id) => id !== null && onChange(id as Id)}
        >
          <span className="relative flex">
            <Base.Trigger {...control} aria-label={name && textOf(name)} className={triggerClass(props)}>
              <Base.Value
                className="truncate data-placeholder:text-faint"
                placeholder={textOf(props.placeholder ?? choose)}
              />
              <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-faint" />
            </Base.Trigger>
            {onClear && value !== undefined && <ClearButton onClear={onClear} />}
          </span>
          <Base.Portal role="region" aria-label={textOf(label ?? name ?? choose)}>
            <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
              <Base.Popup
                className={cx(
                  popupFrame,
                  'max-h-[min(var(--available-height),320px)] min-w-(--anchor-width) overflow-y-auto p-1',
                )}
              >
                {items.length === 0 && (
                  <p className="px-2 py-1.5 text-faint">{say(props.loading ? loadingText : noData)}</p>
                )}
                {items.map((item) => (
                  <Base.Item key={item.value} value={item.value} className={popupItem}>
                    <Base.ItemText className="flex-1 truncate">{item.label}</Base.ItemText>
                    <Base.ItemIndicator>
                      <Check size={14} aria-hidden="true" className="text-accent-text" />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  )
}

function triggerClass({
  size = 'm',
  onClear,
  value,
}: {
  size?: 's' | 'm'
  onClear?: () => void
  value: unknown
}): string {
  const cleared = onClear && value !== undefined
  return cx(
    controlFrame,
    'flex w-full items-center justify-between gap-2 text-left',
    size === 's' ? 'h-6 border-strong px-2' : 'h-8 px-2.5',
    cleared && '[&>svg]:invisible',
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

function FilterSelect<Id extends string | number>(props: SelectProps<Id>) {
  const { label, hint, error, required, className, options, value, onChange, onClear, disabled, loading, name } = props
  const chosen = options.find((option) => option.id === value)
  return (
    <Field label={label} hint={hint} error={error} required={required} className={className}>
      {(control) => (
        <span className="relative flex">
          <FilterList
            label={label ?? name ?? choose}
            options={options}
            value={value}
            onChoose={onChange}
            loading={loading}
            trigger={
              <button
                type="button"
                {...control}
                aria-label={name && textOf(name)}
                disabled={disabled}
                className={triggerClass(props)}
              >
                <span className={cx('truncate', !chosen && 'text-faint')}>
                  {chosen ? labelOf(chosen) : textOf(props.placeholder ?? choose)}
                </span>
                <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-faint" />
              </button>
            }
          />
          {onClear && value !== undefined && <ClearButton onClear={onClear} />}
        </span>
      )}
    </Field>
  )
}
