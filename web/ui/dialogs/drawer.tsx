import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useGuardedClose } from './guarded-close.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { cx } from '../base/join-classes.ts'
import { useReturnFocus } from './return-focus.ts'
import { textOf } from '../base/text-of.ts'
import { UnsavedScope } from './unsaved.ts'
import type { DialogProps } from './dialog.tsx'

const usualWidth = 560

export interface DrawerProps extends DialogProps {
  side?: 'left' | 'right'
}

/** Details at an edge, usually the right one; the page behind stays visible. */
export function Drawer({ open, onClose, title, width = usualWidth, side = 'right', footer, children }: DrawerProps) {
  useReturnFocus(open)
  const { held, close } = useGuardedClose(onClose)
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && void close()}>
      <Base.Portal>
        <Base.Backdrop className="fade fixed inset-0 z-40 bg-backdrop" />
        <Base.Popup
          style={{ width: `min(${width}px, 100vw)` }}
          className={cx(
            'slide-in fixed inset-y-0 z-40 flex flex-col bg-raised shadow-pop outline-none',
            side === 'left' ? 'left-0 [--slide:-32px]' : 'right-0',
          )}
        >
          <header className="flex h-14 shrink-0 items-center border-b border-line pr-14 pl-5">
            <Base.Title className="min-w-0 flex-1 truncate text-lg font-semibold">{textOf(title)}</Base.Title>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto p-5">
            <UnsavedScope value={held}>{children}</UnsavedScope>
          </div>
          {footer && <footer className="flex justify-end gap-2 border-t border-line px-5 py-3">{footer}</footer>}
          {/* Placed last so that the first field gets the focus. */}
          <Base.Close
            render={<IconButton icon={X} label={{ zh: '关闭', en: 'Close' }} className="absolute top-3 right-3" />}
          />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
