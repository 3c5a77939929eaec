import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './join-classes.ts'
import { popupFrame } from './popup-frame.ts'
import { textOf, type Text } from './text-of.ts'

interface PopoverProps {
  trigger: ReactElement<Record<string, unknown>>
  /** Its name for screen readers. */
  label: Text
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

export function Popover({ trigger, label, align = 'end', className, children, open, onOpenChange }: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} className="z-50">
          <Base.Popup aria-label={textOf(label)} className={cx(popupFrame, className)}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
