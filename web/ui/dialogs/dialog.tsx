import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useId, type FormEvent, type ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { useConfirm } from './confirm-dialog.tsx'
import { useGuardedClose } from './guarded-close.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { useReturnFocus } from './return-focus.ts'
import { textOf, type Text } from '../base/text-of.ts'
import { discardQuestion, UnsavedScope, useUnsaved } from './unsaved.ts'
import { say } from '../base/words.ts'

/** Width in pixels. */
const usualWidth = 700

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: Text
  /** Pixels; limited to the width of the window. */
  width?: number
  footer?: ReactNode
  children: ReactNode
}

export function Dialog({ open, onClose, title, width = usualWidth, footer, children }: DialogProps) {
  useReturnFocus(open)
  const { held, close } = useGuardedClose(onClose)
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && void close()}>
      <Base.Portal>
        <Base.Backdrop className="fade fixed inset-0 z-40 bg-backdrop" />
        <Base.Popup
          style={{ width: `min(${width}px, calc(100vw - 24px))` }}
          className="pop fixed top-[max(24px,8vh)] left-1/2 z-40 flex max-h-[calc(100vh-max(24px,8vh)-24px)] -translate-x-1/2 flex-col rounded-xl bg-raised shadow-pop outline-none"
        >
          <header className="flex items-center pt-4 pr-14 pb-3 pl-5">
            <Base.Title className="min-w-0 flex-1 truncate text-lg font-semibold">{textOf(title)}</Base.Title>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">
            <UnsavedScope value={held}>{children}</UnsavedScope>
          </div>
          {footer && <footer className="flex justify-end gap-2 border-t border-line px-5 py-3">{footer}</footer>}
          {/* Placed last so that the first field gets the focus. */}
          <Base.Close
            render={<IconButton icon={X} label={{ zh: '关闭', en: 'Close' }} className="absolute top-3.5 right-3" />}
          />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

export interface FormDialogProps extends Omit<DialogProps, 'footer'> {
  onSubmit: () => void
  pending?: boolean
  /** Label of the submit button. */
  ok?: Text
  /** There is unsaved input: closing asks first. */
  dirty?: boolean
}

/** A dialog with a form: Enter submits, Escape and Cancel close, unsaved input is not lost by accident. */
export function FormDialog({ onSubmit, pending, ok, dirty, onClose, children, ...dialog }: FormDialogProps) {
  const form = useFormDialog({ onSubmit, pending, ok, dirty, onClose })
  return (
    <Dialog {...dialog} onClose={form.close} footer={form.buttons}>
      <form {...form.attributes}>{children}</form>
    </Dialog>
  )
}

type FormCalls = Pick<FormDialogProps, 'onSubmit' | 'pending' | 'ok' | 'dirty' | 'onClose'>

/** Props shared by dialogs with a form. */
export function useFormDialog({ onSubmit, pending = false, ok, dirty = false, onClose }: FormCalls) {
  const confirm = useConfirm()
  const id = useId()
  useUnsaved(dirty && !pending)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onSubmit()
  }
  const close = async () => {
    if (!dirty || (await confirm(discardQuestion))) onClose()
  }
  const buttons = (
    <>
      <Button onClick={close}>{say({ zh: '取消', en: 'Cancel' })}</Button>
      <Button kind="primary" type="submit" form={id} pending={pending}>
        {textOf(ok ?? { zh: '确定', en: 'OK' })}
      </Button>
    </>
  )
  return { attributes: { id, onSubmit: submit, noValidate: true }, buttons, close }
}
