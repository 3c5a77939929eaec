import { cloneElement, type MouseEvent, type ReactElement } from 'react'

/**
 * The button of a popup that was not opened yet: a page has many of them, and each stays a plain button until it is
 * used.
 */
export function unusedPopup(
  trigger: ReactElement<Record<string, unknown>>,
  popup: 'menu' | 'listbox' | 'dialog',
  begin: () => void,
): ReactElement {
  const { onClick } = trigger.props as { onClick?: (event: MouseEvent) => void }
  const press = (event: MouseEvent) => (onClick?.(event), begin())
  return cloneElement(trigger, { onClick: press, 'aria-haspopup': popup, 'aria-expanded': false })
}
