import { Popover } from '@base-ui/react/popover'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useId, useState, type ReactElement, type ReactNode } from 'react'
import { cx } from '../base/join-classes.ts'
import { popupFrame } from './popup-frame.ts'
import { textOf, type Text } from '../base/text-of.ts'
import { unusedPopup } from './unused-popup.ts'
import { placeOf, useActive } from './use-active.ts'
import { say } from '../base/words.ts'

export interface MenuEntry {
  label: Text
  run: () => void
  icon?: LucideIcon
  danger?: boolean
  disabled?: boolean
  /** Shown at the right: a state, a key. */
  hint?: ReactNode
}

interface MenuProps {
  trigger: ReactElement<Record<string, unknown>>
  /** 'line' separates. */
  items: readonly (MenuEntry | 'line')[]
  /** Shown above the entries. */
  head?: ReactNode
  align?: 'start' | 'end'
  side?: 'bottom' | 'right'
}

/** Actions behind a button. */
export function Menu({ trigger, items, head, align = 'end', side = 'bottom' }: MenuProps) {
  const [open, setOpen] = useState(false)
  const [used, setUsed] = useState(false)
  if (!used) return unusedPopup(trigger, 'menu', () => (setUsed(true), setOpen(true)))
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger render={trigger} aria-haspopup="menu" />
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align={align} side={side} className="z-50">
          <Popover.Popup aria-label={say({ zh: '菜单', en: 'Menu' })} className={cx(popupFrame, 'min-w-40 p-1')}>
            {head}
            <Entries items={items} close={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Entries({ items, close }: { items: MenuProps['items']; close: () => void }) {
  const id = useId()
  const entries = items.filter((item) => item !== 'line' && !item.disabled) as MenuEntry[]
  const run = (entry: MenuEntry | undefined) => {
    if (!entry || entry.disabled) return
    close()
    entry.run()
  }
  const { at, setAt, list, onKeyDown } = useActive({
    count: entries.length,
    start: -1,
    textAt: (index) => (entries[index] ? textOf(entries[index].label) : ''),
    onChoose: (index) => run(entries[index]),
  })
  useEffect(() => list.current?.focus(), [list])
  return (
    <div
      ref={list}
      role="menu"
      tabIndex={0}
      aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
      onKeyDown={onKeyDown}
      onMouseMove={(event) => setAt(placeOf(event))}
      onMouseLeave={() => setAt(-1)}
      onClick={(event) => run(entries[placeOf(event)])}
      className="outline-none"
    >
      {items.map((item, index) => {
        if (item === 'line') return <hr key={`line-${index}`} className="my-1 border-line" />
        const place = entries.indexOf(item)
        return (
          <div
            key={textOf(item.label)}
            id={`${id}-${place}`}
            role="menuitem"
            data-place={place}
            tabIndex={-1}
            aria-disabled={item.disabled || undefined}
            data-active={place >= 0 && place === at ? '' : undefined}
            className={cx(
              'flex min-w-0 cursor-default items-center gap-2 rounded-md px-2 py-1.5 select-none data-active:bg-hover aria-disabled:text-faint',
              item.danger && 'text-danger',
            )}
          >
            <Face {...item} />
          </div>
        )
      })}
    </div>
  )
}

function Face({ label, icon: Icon, danger, hint }: MenuEntry) {
  return (
    <>
      {Icon && <Icon size={15} aria-hidden="true" className={cx('shrink-0', !danger && 'text-faint')} />}
      <span className="min-w-0 flex-1 truncate">{textOf(label)}</span>
      {hint && <span className="pl-4 text-xs text-faint">{hint}</span>}
    </>
  )
}
