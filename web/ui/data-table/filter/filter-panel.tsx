import { RotateCcw } from 'lucide-react'
import { Button } from '../../buttons/button.tsx'
import { controlFrame, Field } from '../../fields/field.tsx'
import { cx } from '../../base/join-classes.ts'
import { localTime, unixOfLocal } from '../../values/local-time.ts'
import { Select } from '../../fields/select.tsx'
import { say } from '../../base/words.ts'
import { filterKeys, partsOf, partsText, type FilterSpec, type FilterValues } from './filter-spec.ts'
import { LazyText } from '../lazy-text.tsx'
import { MultiSelect } from '../multi-select.tsx'

interface FilterPanelProps {
  filters: readonly FilterSpec[]
  /** '' = not set. */
  values: FilterValues
  onChange: (part: Record<string, string>) => void
  onReset: () => void
}

export function FilterPanel({ filters, values, onChange, onReset }: FilterPanelProps) {
  return (
    <div
      role="group"
      aria-label={say({ zh: '筛选条件', en: 'Filters' })}
      className="flex flex-wrap items-end gap-3 border-b border-line bg-sunken px-3 py-2.5"
    >
      {filters.map((filter) => (
        <FilterField key={filter.key} filter={filter} values={values} onChange={onChange} />
      ))}
      <Button kind="quiet" icon={RotateCcw} onClick={onReset}>
        {say({ zh: '重置', en: 'Reset' })}
      </Button>
    </div>
  )
}

const all = { zh: '全部', en: 'All' }

function FilterField({
  filter,
  values,
  onChange,
}: { filter: FilterSpec } & Pick<FilterPanelProps, 'values' | 'onChange'>) {
  const { key, label } = filter
  if (filter.kind === 'range')
    return <RangeField names={filterKeys(filter)} label={say(label)} values={values} onChange={onChange} />
  if (filter.kind === 'text') {
    return (
      <LazyText
        className="w-44"
        label={say(label)}
        maxLength={filter.maxLength}
        value={values[key] ?? ''}
        onChange={(text) => onChange({ [key]: text })}
      />
    )
  }
  if (filter.kind === 'multi') {
    return (
      <MultiSelect
        className="w-44"
        label={label}
        placeholder={all}
        options={filter.options}
        value={partsOf(values[key] ?? '')}
        onChange={(ids) => onChange({ [key]: partsText(ids) })}
      />
    )
  }
  return (
    <Select
      className="w-44"
      label={label}
      filter={filter.filter}
      placeholder={all}
      options={filter.options}
      value={filter.options.find((option) => String(option.id) === values[key])?.id}
      onChange={(id) => onChange({ [key]: String(id) })}
      onClear={() => onChange({ [key]: '' })}
    />
  )
}

function RangeField({
  names: [start = '', end = ''],
  label,
  values,
  onChange,
}: { names: string[]; label: string } & Pick<FilterPanelProps, 'values' | 'onChange'>) {
  const input = (key: string, hint: string) => (
    <input
      type="datetime-local"
      aria-label={`${label} ${hint}`}
      value={localTime(Number(values[key]))}
      onChange={(event) => onChange({ [key]: String(unixOfLocal(event.target.value) ?? '') })}
      className={cx(controlFrame, 'h-8 w-48 px-2')}
    />
  )
  return (
    <Field label={label}>
      {() => (
        <span className="flex items-center gap-1.5">
          {input(start, say({ zh: '起', en: 'from' }))}
          <span className="text-faint">–</span>
          {input(end, say({ zh: '止', en: 'until' }))}
        </span>
      )}
    </Field>
  )
}
