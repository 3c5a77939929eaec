import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { controlFrame } from '../fields/field.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { cx } from '../base/join-classes.ts'
import { Select } from '../fields/select.tsx'
import { say } from '../base/words.ts'
import { clampPage, pageCount, pagerWindow } from './pager-window.ts'

export interface PagerProps {
  page: number
  limit: number
  total: number
  sizes: readonly number[]
  onPage: (page: number) => void
  onLimit: (limit: number) => void
}

const jumpBy = 5

export function Pager({ page, limit, total, sizes, onPage, onLimit }: PagerProps) {
  const pages = pageCount(total, limit)
  const go = (wanted: number) => onPage(clampPage(wanted, total, limit))
  return (
    <nav
      aria-label={say({ zh: '分页', en: 'Pages' })}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-soft"
    >
      <span>{say({ zh: '共 {total} 条', en: 'Total {total} {total:item|items}' }, { total })}</span>
      <span className="flex items-center gap-1.5">
        <Select
          size="s"
          className="w-17"
          name={{ zh: '每页条数', en: 'Items per page' }}
          value={limit}
          onChange={onLimit}
          options={sizes.map((id) => ({ id, label: String(id) }))}
        />
        {say({ zh: '条/页', en: 'items per page' })}
      </span>
      <ul className="flex items-center gap-0.5">
        <li>
          <IconButton
            size="s"
            icon={ChevronLeft}
            label={{ zh: '上一页', en: 'Previous page' }}
            disabled={page <= 1}
            onClick={() => go(page - 1)}
          />
        </li>
        {pagerWindow(page, pages).map((place) => (
          <li key={place}>
            {typeof place === 'number' ? (
              <PageButton place={place} current={place === page} onClick={() => go(place)} />
            ) : (
              <IconButton
                size="s"
                icon={place === 'earlier' ? ChevronsLeft : ChevronsRight}
                label={
                  place === 'earlier' ? { zh: '向前 5 页', en: '5 pages back' } : { zh: '向后 5 页', en: '5 pages on' }
                }
                onClick={() => go(page + (place === 'earlier' ? -jumpBy : jumpBy))}
              />
            )}
          </li>
        ))}
        <li>
          <IconButton
            size="s"
            icon={ChevronRight}
            label={{ zh: '下一页', en: 'Next page' }}
            disabled={page >= pages}
            onClick={() => go(page + 1)}
          />
        </li>
      </ul>
      {pages > 1 && <Jump go={go} pages={pages} />}
    </nav>
  )
}

function PageButton({ place, current, onClick }: { place: number; current: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-current={current ? 'page' : undefined}
      aria-label={say({ zh: '第 {place} 页', en: 'Page {place}' }, { place })}
      onClick={onClick}
      className={cx(
        'h-6 min-w-6 rounded-md px-1.5',
        current ? 'bg-accent-soft font-semibold text-accent-text' : 'hover:bg-hover hover:text-ink',
      )}
    >
      {place}
    </button>
  )
}

function Jump({ go, pages }: { go: (page: number) => void; pages: number }) {
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed) go(Number(typed))
    setTyped('')
  }
  return (
    <form onSubmit={submit} className="hidden sm:block">
      <label className="flex items-center gap-1.5">
        {say({ zh: '前往', en: 'go to' })}
        <input
          inputMode="numeric"
          value={typed}
          maxLength={String(pages).length}
          onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
          onBlur={submit as never}
          className={cx(controlFrame, 'h-6 w-11 border-strong text-center')}
        />
        {say({ zh: '页', en: 'page' })}
      </label>
    </form>
  )
}
