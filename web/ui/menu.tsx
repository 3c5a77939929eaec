import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './join-classes.ts'
import { popupFrame, popupItem } from './popup-frame.ts'
import { textOf, type Text } from './text-of.ts'
import { say } from './words.ts'

export interface MenuEntry {
  label: Text
  run: () => void
  icon?: LucideIcon
  danger?: boolean
  disabled?: boolean
  /** At the right: a state, a key. */
  hint?: ReactNode
}

interface MenuProps {
  trigger: ReactElement<Record<string, unknown>>
  /** 'line' separates. */
  items: readonly (MenuEntry | 'line')[]
  /** Above the entries. */
  head?: ReactNode
  align?: 'start' | 'end'
}

export function Menu({ trigger, items, head, align = 'end' }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal role="region" aria-label={say({ zh: '菜单', en: 'Menu' })}>
        <Base.Positioner sideOffset={4} align={align} className="z-50">
          <Base.Popup className={cx(popupFrame, 'min-w-40 p-1')}>
            {head}
            {items.map((item, index) =>
              item === 'line' ? (
                <Base.Separator key={`line-${index}`} className="my-1 h-px bg-line" />
              ) : (
                <Entry key={textOf(item.label)} {...item} />
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Entry({ label, run, icon: Icon, danger, disabled, hint }: MenuEntry) {
  return (
    <Base.Item disabled={disabled} onClick={run} className={cx(popupItem, danger && 'text-danger')}>
      {Icon && <Icon size={15} aria-hidden="true" className={cx('shrink-0', !danger && 'text-faint')} />}
      <span className="min-w-0 flex-1 truncate">{textOf(label)}</span>
      {hint && <span className="pl-4 text-xs text-faint">{hint}</span>}
    </Base.Item>
  )
}
