import { Popover } from '@base-ui/react/popover'
import { Check, Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { cx } from './join-classes.ts'
import { labelOf, matching, type Option } from './options.ts'
import { popupFrame } from './popup-frame.ts'
import { textOf, type Text } from './text-of.ts'
import { say } from './words.ts'

interface FilterListProps<Id extends string | number, T extends Option<Id>> {
  trigger: ReactElement<Record<string, unknown>>
  /** What is chosen, for screen readers. */
  label: Text
  options: readonly T[]
  value: Id | undefined
  onChoose: (id: Id) => void
  loading?: boolean
  /** What stands at the right of a choice. */
  mark?: (option: T) => ReactNode
  /** Below the list. */
  footer?: ReactNode
}

/** A popup with a search field and a list, for choices that may be many. */
export function FilterList<Id extends string | number, T extends Option<Id>>(props: FilterListProps<Id, T>) {
  const [open, setOpen] = useState(false)
  const choose = (id: Id) => {
    setOpen(false)
    if (id !== props.value) props.onChoose(id)
  }
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger render={props.trigger} />
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="start" className="z-50">
          <Popover.Popup
            aria-label={textOf(props.label)}
            className={cx(popupFrame, 'w-max max-w-[min(420px,90vw)] min-w-[max(var(--anchor-width),220px)]')}
          >
            <Choices {...props} onChoose={choose} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Rows in the document at most; the search field finds the others. */
const most = 200

function Choices<Id extends string | number, T extends Option<Id>>(props: FilterListProps<Id, T>) {
  const { options, value, onChoose, loading, mark, footer } = props
  const [typed, setTyped] = useState('')
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const found = matching(options, typed).slice(0, most)
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.id === value),
    ),
  )
  useEffect(() => {
    void list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step) setAt((at + step + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter' && found[at] && !event.nativeEvent.isComposing) onChoose(found[at].id)
    else return
    event.preventDefault()
  }
  const nothing = loading
    ? { zh: '加载中', en: 'Loading' }
    : typed
      ? { zh: '无匹配数据', en: 'No matching data' }
      : { zh: '无数据', en: 'No data' }
  return (
    <>
      <label className="flex h-9 items-center gap-2 border-b border-line px-3">
        <Search size={14} aria-hidden="true" className="shrink-0 text-faint" />
        <input
          // biome-ignore lint: the popup was opened to type here
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={found[at] ? `${id}-${at}` : undefined}
          aria-label={say({ zh: '搜索', en: 'Search' })}
          placeholder={say({ zh: '搜索', en: 'Search' })}
          value={typed}
          onChange={(event) => (setTyped(event.target.value), setAt(0))}
          onKeyDown={onKeyDown}
          className="w-full min-w-0 bg-transparent outline-none"
        />
      </label>
      <div ref={list} id={id} role="listbox" className="max-h-[min(320px,50vh)] overflow-y-auto p-1">
        {found.map((option, index) => (
          <div
            key={option.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={option.id === value}
            onClick={() => onChoose(option.id)}
            onKeyDown={onKeyDown}
            onMouseMove={() => setAt(index)}
            className={cx(
              'flex min-w-0 cursor-default items-center gap-2 rounded-md px-2 py-1.5',
              index === at && 'bg-hover',
            )}
          >
            <span className="min-w-0 flex-1 truncate">{labelOf(option)}</span>
            {mark?.(option)}
            <Check
              size={14}
              aria-hidden="true"
              className={cx('shrink-0 text-accent-text', option.id !== value && 'invisible')}
            />
          </div>
        ))}
        {found.length === 0 && <p className="px-2 py-1.5 text-faint">{say(nothing)}</p>}
      </div>
      {footer && <div className="border-t border-line p-1">{footer}</div>}
    </>
  )
}
