import type { Blast } from '@belvedere/contract/rooms/change/shapes.ts'
import { useState } from 'react'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TypedName } from '../../../ui/fields/typed-name.tsx'
import type { BlastConfirmation } from './blast-confirmation.ts'
import { BlastLines } from './blast-note.tsx'

/** Data of the refusal by the server. */
export interface BlastQuestion {
  blast: Blast
  confirm: { token: string; text: string }
}

/** The question that the server requires before an action with a large blast radius. */
export function ConfirmBlast({
  blast,
  confirm,
  answer,
}: BlastQuestion & { answer: (given?: BlastConfirmation) => void }) {
  const [typed, setTyped] = useState('')
  const isReady = typed.trim() === confirm.text
  const submit = () => isReady && answer({ confirm_token: confirm.token, confirm_text: typed.trim() })
  return (
    <Dialog
      open
      width={460}
      title={{ zh: '影响范围较大，请确认', en: 'Confirm the blast radius' }}
      onClose={() => answer()}
      footer={
        <>
          <Button onClick={() => answer()}>{say({ zh: '取消', en: 'Cancel' })}</Button>
          <Button kind="danger" disabled={!isReady} onClick={submit}>
            {say({ zh: '确认执行', en: 'Confirm' })}
          </Button>
        </>
      }
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          submit()
        }}
      >
        <BlastLines blast={blast} />
        <TypedName name={confirm.text} value={typed} onChange={setTyped} />
      </form>
    </Dialog>
  )
}
