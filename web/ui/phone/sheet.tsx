import { X } from 'lucide-react'
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { textOf, type Text } from '../base/text-of.ts'

interface SheetProps {
  onClose: () => void
  title: Text
  children: ReactNode
}

/**
 * Slides up from the lower edge, within reach of a thumb. It is the browser's modal dialog, which traps the focus and
 * closes on Escape without code of ours. Render it while it is open.
 */
export function Sheet({ onClose, title, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => dialog.current?.showModal(), [])
  const onBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape closes a modal dialog by itself
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={onBackdrop}
      className="m-0 mt-auto mr-auto ml-auto w-full max-w-140 overflow-hidden rounded-t-2xl bg-raised p-0 text-ink shadow-pop backdrop:bg-backdrop open:animate-[rise_180ms_cubic-bezier(0.2,0.8,0.2,1)]"
    >
      <div className="flex max-h-[85dvh] flex-col">
        <header className="flex items-center gap-2 py-2 pr-2 pl-5">
          <h2 id={titleId} className="min-w-0 flex-1 truncate text-lg font-semibold">
            {textOf(title)}
          </h2>
          <IconButton icon={X} label={{ zh: '关闭', en: 'Close' }} onClick={onClose} />
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-[max(20px,env(safe-area-inset-bottom))]">
          {children}
        </div>
      </div>
    </dialog>
  )
}
