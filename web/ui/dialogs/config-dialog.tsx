import { Dialog as Base } from '@base-ui/react/dialog'
import { ArrowLeft } from 'lucide-react'
import { useRef } from 'react'
import { type FormDialogProps, useFormDialog } from './dialog.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { useReturnFocus } from './return-focus.ts'
import { textOf, type Text } from '../base/text-of.ts'

export interface ConfigDialogProps extends FormDialogProps {
  /** The configured object beside the title: a device, a scene. */
  of?: Text
}

/** Maximum width of a readable form in pixels. */
const usualWidth = 960

/**
 * A form that takes the whole page: title and back button above, the buttons always visible below. Closes as
 * `FormDialog` does.
 */
export function ConfigDialog({ open, title, of, width = usualWidth, children, ...wishes }: ConfigDialogProps) {
  useReturnFocus(open)
  const popup = useRef<HTMLDivElement>(null)
  const form = useFormDialog(wishes)
  const inMiddle = { width: `min(${width}px, 100%)` }
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && void form.close()}>
      <Base.Portal>
        {/* the focus starts at the top of the page, not on the back button */}
        <Base.Popup
          ref={popup}
          initialFocus={popup}
          className="fade fixed inset-0 z-40 flex flex-col bg-canvas outline-none"
        >
          <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-3">
            <IconButton icon={ArrowLeft} label={{ zh: '返回', en: 'Back' }} onClick={form.close} />
            <Base.Title className="max-w-[70%] shrink-0 truncate text-lg font-semibold">{textOf(title)}</Base.Title>
            {of && <span className="min-w-0 truncate text-soft">{textOf(of)}</span>}
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto p-5 max-sm:p-3">
            <form {...form.attributes} style={inMiddle} className="mx-auto">
              {children}
            </form>
          </div>
          <footer className="shrink-0 border-t border-line bg-surface px-5 py-3 max-sm:px-3">
            <div style={inMiddle} className="mx-auto flex justify-end gap-2">
              {form.buttons}
            </div>
          </footer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
