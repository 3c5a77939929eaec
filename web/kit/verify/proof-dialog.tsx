import { otpCalls } from '@belvedere/contract/rooms/account/otp.ts'
import { useState } from 'react'
import { call } from '../calls/call.ts'
import { isSilent } from '../calls/refusal.ts'
import { say } from '../words/words.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { VerifyForm, type ProofMethod } from './verify-form.tsx'

/** Data of the server about the available verification methods. */
export interface ProofQuestion {
  readonly methods: readonly ProofMethod[]
  readonly masks?: Readonly<Partial<Record<ProofMethod, string>>>
}

interface ProofDialogProps extends ProofQuestion {
  answer: (proved: boolean) => void
  onClose: () => void
}

/** Asks the user to verify the identity before a dangerous action. */
export function ProofDialog({ methods, masks, answer, onClose }: ProofDialogProps) {
  const [pending, setPending] = useState(false)
  const check = async (method: ProofMethod, code: string) => {
    setPending(true)
    try {
      await call(otpCalls.verify, { method, code })
      answer(true)
    } catch (error) {
      return isSilent(error) ? undefined : (error as Error).message
    } finally {
      setPending(false)
    }
  }
  return (
    <Dialog open onClose={onClose} title={{ zh: '验证身份', en: 'Confirm that it is you' }} width={400}>
      <p className="mb-4 text-soft">
        {say({
          zh: '此操作较为敏感，请先验证身份，10 分钟内无需再次验证。',
          en: 'This is a sensitive step. Once confirmed, you are not asked again for ten minutes.',
        })}
      </p>
      <VerifyForm
        inDialog
        methods={methods}
        masks={masks}
        onSend={(method) => call(otpCalls.send, { method })}
        onCheck={check}
        pending={pending}
        ok={{ zh: '验证', en: 'Confirm' }}
      />
    </Dialog>
  )
}
