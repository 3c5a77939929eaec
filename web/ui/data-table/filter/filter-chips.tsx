import { X } from 'lucide-react'
import { absoluteTime } from '../../values/relative-time.tsx'
import { say } from '../../base/words.ts'
import { appliedFilters, filterKeys, type FilterSpec, type FilterValues } from './filter-spec.ts'

interface FilterChipsProps {
  filters: readonly FilterSpec[]
  values: FilterValues
  search: string
  onSearch: (text: string) => void
  onChange: (part: Record<string, string>) => void
  onReset: () => void
}

/** The active filters, each with a remove button; nothing without filters. */
export function FilterChips({ filters, values, search, onSearch, onChange, onReset }: FilterChipsProps) {
  const applied = appliedFilters(filters, values, absoluteTime)
  if (applied.length === 0) return null
  const clear = (filter: FilterSpec) => onChange(Object.fromEntries(filterKeys(filter).map((key) => [key, ''])))
  return (
    <ul
      aria-label={say({ zh: '已生效的筛选', en: 'Applied filters' })}
      className="flex flex-wrap items-center gap-1.5 border-b border-line px-3 py-1.5 text-xs"
    >
      {search && <Chip name={say({ zh: '搜索', en: 'Search' })} text={search} onRemove={() => onSearch('')} />}
      {applied.map(({ filter, text }) => (
        <Chip key={filter.key} name={say(filter.label)} text={text} onRemove={() => clear(filter)} />
      ))}
      <li>
        <button type="button" onClick={onReset} className="rounded px-1.5 py-0.5 text-accent-text hover:underline">
          {say({ zh: '全部清除', en: 'Clear all' })}
        </button>
      </li>
    </ul>
  )
}

function Chip({ name, text, onRemove }: { name: string; text: string; onRemove: () => void }) {
  const remove = say({ zh: '移除筛选：{name}', en: 'Remove filter: {name}' }, { name })
  return (
    <li className="flex h-6 max-w-72 items-center rounded-md bg-accent-soft pl-2 text-accent-text">
      <span className="truncate">
        {name}
        {say({ zh: '：', en: ': ' })}
        <b className="font-medium">{text}</b>
      </span>
      <button
        type="button"
        aria-label={remove}
        data-tip={remove}
        onClick={onRemove}
        className="flex size-6 shrink-0 items-center justify-center rounded-md hover:text-ink"
      >
        <X size={12} aria-hidden="true" />
      </button>
    </li>
  )
}
