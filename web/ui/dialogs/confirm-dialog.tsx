import { AlertDialog } from '@base-ui/react/alert-dialog'
import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { textOf, type Text } from '../base/text-of.ts'
import { TypedName } from '../fields/typed-name.tsx'

export interface ConfirmQuestion {
  title: Text
  body?: ReactNode
  ok?: Text
  /** `null` shows only one button: an alert. */
  cancel?: Text | null
  danger?: boolean
  /** Text to be typed before the button is enabled; for actions that cannot be undone. */
  type?: string
}

export type Confirm = (question: ConfirmQuestion) => Promise<boolean>

const ConfirmContext = createContext<Confirm>(() => Promise.resolve(false))

/** `const confirm = useConfirm()`; `if (await confirm({ title, danger: true })) …`. */
export function useConfirm(): Confirm {
  return use(ConfirmContext)
}

/** Mounted once around the page; shows one question at a time. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<ConfirmQuestion>()
  const [open, setOpen] = useState(false)
  const settle = useRef<(yes: boolean) => void>(undefined)
  const confirm = useCallback<Confirm>((next) => {
    settle.current?.(false)
    setQuestion(next)
    setOpen(true)
    return new Promise((resolve) => {
      settle.current = resolve
    })
  }, [])
  const answer = (yes: boolean) => {
    setOpen(false)
    settle.current?.(yes)
    settle.current = undefined
  }
  return (
    <ConfirmContext value={confirm}>
      {children}
      <AlertDialog.Root open={open} onOpenChange={(next) => !next && answer(question?.cancel === null)}>
        {question && <Ask question={question} answer={answer} />}
      </AlertDialog.Root>
    </ConfirmContext>
  )
}

function Ask({ question, answer }: { question: ConfirmQuestion; answer: (yes: boolean) => void }) {
  const { title, body, ok, cancel, danger, type } = question
  const [typed, setTyped] = useState('')
  const isReady = type === undefined || typed.trim() === type
  return (
    <AlertDialog.Portal>
      <AlertDialog.Backdrop forceRender className="fade fixed inset-0 z-50 bg-backdrop" />
      <AlertDialog.Popup className="pop fixed top-[20vh] left-1/2 z-50 w-[min(420px,calc(100vw-24px))] -translate-x-1/2 rounded-xl bg-raised p-5 shadow-pop outline-none">
        <form onSubmit={(event) => (event.preventDefault(), event.stopPropagation(), isReady && answer(true))}>
          <AlertDialog.Title className="text-lg font-semibold break-words">{textOf(title)}</AlertDialog.Title>
          {body && (
            <AlertDialog.Description render={<div />} className="mt-2 break-words text-soft">
              {body}
            </AlertDialog.Description>
          )}
          {type !== undefined && <TypedName className="mt-4" name={type} value={typed} onChange={setTyped} />}
          <div className="mt-5 flex justify-end gap-2">
            {cancel !== null && (
              <Button onClick={() => answer(false)}>{textOf(cancel ?? { zh: '取消', en: 'Cancel' })}</Button>
            )}
            <Button type="submit" kind={danger ? 'danger' : 'primary'} disabled={!isReady}>
              {textOf(ok ?? { zh: '确定', en: 'OK' })}
            </Button>
          </div>
        </form>
      </AlertDialog.Popup>
    </AlertDialog.Portal>
  )
}
