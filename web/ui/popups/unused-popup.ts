import { cloneElement, type MouseEvent, type ReactElement } from 'react'

/** The button of a popup nobody has opened yet: many stand on every page, and until one is wanted it is nothing more. */
export function unusedPopup(
  trigger: ReactElement<Record<string, unknown>>,
  popup: 'menu' | 'listbox' | 'dialog',
  begin: () => void,
): ReactElement {
  const { onClick } = trigger.props as { onClick?: (event: MouseEvent) => void }
  const press = (event: MouseEvent) => (onClick?.(event), begin())
  return cloneElement(trigger, { onClick: press, 'aria-haspopup': popup, 'aria-expanded': false })
}
