import { Popover } from '@base-ui/react/popover'
import { Check, Search } from 'lucide-react'
import { Fragment, useId, useState, type ReactElement, type ReactNode } from 'react'
import { cx } from '../base/join-classes.ts'
import { labelOf, matching, type FieldOption } from './options.ts'
import { popupFrame } from '../popups/popup-frame.ts'
import { textOf, type Text } from '../base/text-of.ts'
import { unusedPopup } from '../popups/unused-popup.ts'
import { placeOf, useActive } from '../popups/use-active.ts'
import { say } from '../base/words.ts'

export interface FilterListProps<Id extends string | number, T extends FieldOption<Id>> {
  trigger: ReactElement<Record<string, unknown>>
  /** Accessible name. */
  label: Text
  options: readonly T[]
  value: Id | undefined
  onChoose: (id: Id) => void
  /** Shows a search field above the options; for long lists. */
  search?: boolean
  loading?: boolean
  /** Shown at the right of an option. */
  mark?: (option: T) => ReactNode
  /** Heading above the first option of a section; hidden during a search. */
  heading?: (option: T) => Text | undefined
  /** Below the list. */
  footer?: ReactNode
}

/** A popup list of options. */
export function FilterList<Id extends string | number, T extends FieldOption<Id>>(props: FilterListProps<Id, T>) {
  const { trigger, label, search = true } = props
  const [open, setOpen] = useState(false)
  const [times, setTimes] = useState(0)
  const change = (next: boolean) => (setOpen(next), setTimes(times + Number(next)))
  if (times === 0) return unusedPopup(trigger, 'listbox', () => change(true))
  const choose = (id: Id) => {
    setOpen(false)
    if (id !== props.value) props.onChoose(id)
  }
  return (
    <Popover.Root open={open} onOpenChange={change}>
      <Popover.Trigger render={trigger} aria-haspopup="listbox" />
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="start" className="z-50">
          <Popover.Popup
            aria-label={textOf(label)}
            className={cx(
              popupFrame,
              'w-max max-w-[min(420px,90vw)]',
              search ? 'min-w-[max(var(--anchor-width),220px)]' : 'min-w-(--anchor-width)',
            )}
          >
            {/* opened again during its closing animation, it starts again */}
            <Choices key={times} {...props} search={search} onChoose={choose} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Maximum number of rendered rows; the search field finds the others. */
const most = 200

function Choices<Id extends string | number, T extends FieldOption<Id>>(props: FilterListProps<Id, T>) {
  const { label, options, value, onChoose, search, loading, mark, heading, footer } = props
  const [typed, setTyped] = useState('')
  const id = useId()
  const matched = matching(options, typed)
  const found = matched.slice(0, most)
  const choose = (index: number) => found[index] && onChoose(found[index].id)
  const { at, setAt, list, onKeyDown } = useActive({
    count: found.length,
    start: Math.max(
      0,
      options.findIndex((option) => option.id === value),
    ),
    onChoose: choose,
    ...(!search && { textAt: (index) => (found[index] ? labelOf(found[index]) : '') }),
  })
  const active = found[at] ? `${id}-${at}` : undefined
  return (
    <>
      {search && (
        <label className="flex h-9 items-center gap-2 border-b border-line px-3">
          <Search size={14} aria-hidden="true" className="shrink-0 text-faint" />
          <input
            autoFocus
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={active}
            aria-label={say({ zh: '搜索', en: 'Search' })}
            placeholder={say({ zh: '搜索', en: 'Search' })}
            value={typed}
            onChange={(event) => (setTyped(event.target.value), setAt(0))}
            onKeyDown={onKeyDown}
            className="w-full min-w-0 bg-transparent outline-none"
          />
        </label>
      )}
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={textOf(label)}
        tabIndex={search ? -1 : 0}
        aria-activedescendant={search ? undefined : active}
        onKeyDown={onKeyDown}
        onMouseMove={(event) => placeOf(event) >= 0 && setAt(placeOf(event))}
        onClick={(event) => choose(placeOf(event))}
        className="max-h-[min(320px,50vh)] overflow-y-auto p-1 outline-none"
      >
        {found.map((option, index) => (
          <Fragment key={option.id}>
            {!typed && heading && <Heading text={heading(option)} />}
            <div
              id={`${id}-${index}`}
              role="option"
              data-place={index}
              tabIndex={-1}
              aria-selected={option.id === value}
              data-active={index === at ? '' : undefined}
              className="flex min-w-0 cursor-default items-center gap-2 rounded-md px-2 py-1.5 data-active:bg-hover"
            >
              <span className="min-w-0 flex-1 truncate">{labelOf(option)}</span>
              {mark?.(option)}
              <Check
                size={14}
                aria-hidden="true"
                className={cx('shrink-0 text-accent-text', option.id !== value && 'invisible')}
              />
            </div>
          </Fragment>
        ))}
        {found.length === 0 && <p className="px-2 py-1.5 text-faint">{say(nothingOf(loading, typed))}</p>}
        {matched.length > most && (
          <p className="px-2 py-1.5 text-xs text-faint">
            {say({ zh: '另有 {n} 项，请搜索', en: '{n} more: search for them' }, { n: matched.length - most })}
          </p>
        )}
      </div>
      {footer && <div className="border-t border-line p-1">{footer}</div>}
    </>
  )
}

function Heading({ text }: { text: Text | undefined }) {
  return text ? (
    <div role="presentation" className="px-2 pt-1.5 pb-0.5 text-xs text-faint">
      {textOf(text)}
    </div>
  ) : null
}

function nothingOf(loading: boolean | undefined, typed: string) {
  if (loading) return { zh: '加载中', en: 'Loading' }
  return typed ? { zh: '无匹配数据', en: 'No matching data' } : { zh: '无数据', en: 'No data' }
}
