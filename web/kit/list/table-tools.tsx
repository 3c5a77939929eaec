import { Filter, Search } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { FilterChips } from '../../ui/data-table/filter/filter-chips.tsx'
import { filterKeys } from '../../ui/data-table/filter/filter-spec.ts'
import { LazyText } from '../../ui/data-table/lazy-text.tsx'
import { Badge } from '../../ui/feedback/status.tsx'
import { lazyPart } from '../loading/lazy-part.ts'
import type { List } from './use-list.ts'
import { say, type Words } from '../words/words.ts'

const FilterPanel = lazyPart(() => import('../../ui/data-table/filter/filter-panel.tsx'), 'FilterPanel')

interface TableToolsProps {
  list: List
  searchHint?: Words
  /** Shown at the left end. */
  actions?: ReactNode
  /** Shown at the right end, before the filter button. */
  tools?: ReactNode
  children: ReactNode
}

/** The bar above a list: its actions, search and filter button; below it the active filters. */
export function TableTools({ list: { state, filters }, searchHint, actions, tools, children }: TableToolsProps) {
  const active = filters.filter((filter) => filterKeys(filter).some((key) => state.filters[key])).length
  const [open, setOpen] = useState(false)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
        {actions}
        <span className="flex-1" />
        {searchHint && (
          <LazyText
            className="w-60 max-sm:w-full"
            type="search"
            maxLength={128}
            prefix={<Search size={14} aria-hidden="true" />}
            aria-label={say({ zh: '搜索', en: 'Search' })}
            aria-keyshortcuts="/"
            placeholder={say(searchHint)}
            value={state.search}
            onChange={state.setSearch}
          />
        )}
        {tools}
        {filters.length > 0 && (
          <Button kind="quiet" icon={Filter} aria-expanded={open} onClick={() => setOpen(!open)}>
            {say({ zh: '筛选', en: 'Filter' })}
            {active > 0 && <Badge tone="primary" label={String(active)} />}
          </Button>
        )}
        {children}
      </div>
      {open && filters.length > 0 && (
        <Suspense>
          <FilterPanel filters={filters} values={state.filters} onChange={state.setFilters} onReset={state.reset} />
        </Suspense>
      )}
      <FilterChips
        filters={filters}
        values={state.filters}
        search={state.search}
        onSearch={state.setSearch}
        onChange={state.setFilters}
        onReset={state.reset}
      />
    </>
  )
}
