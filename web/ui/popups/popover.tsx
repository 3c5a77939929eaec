import { Popover as Base } from '@base-ui/react/popover'
import { useState, type ReactElement, type ReactNode } from 'react'
import { cx } from '../base/join-classes.ts'
import { popupFrame } from './popup-frame.ts'
import { textOf, type Text } from '../base/text-of.ts'
import { unusedPopup } from './unused-popup.ts'

interface PopoverProps {
  trigger: ReactElement<Record<string, unknown>>
  /** Accessible name. */
  label: Text
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

export function Popover({ trigger, label, align = 'end', className, children, open, onOpenChange }: PopoverProps) {
  // once opened, it stays mounted: the focus returns to the button when the popup closes
  const [used, setUsed] = useState(open === true)
  if (!used && !open) return unusedPopup(trigger, 'dialog', () => (setUsed(true), onOpenChange?.(true)))
  if (!used) setUsed(true)
  return (
    <Base.Root defaultOpen open={open} onOpenChange={onOpenChange}>
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
