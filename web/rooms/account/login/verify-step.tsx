import { accountErrors } from '@belvedere/contract/rooms/account/errors.ts'
import { otpCalls } from '@belvedere/contract/rooms/account/otp.ts'
import { call } from '../../../kit/calls/call.ts'
import { knownDevice } from '../../../kit/session/known-device.ts'
import { ServerRefusal } from '../../../kit/calls/refusal.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { VerifyForm, type ProofMethod } from '../../../kit/verify/verify-form.tsx'
import { useSignIn, type SignedIn, type VerifyNeeded } from './use-sign-in.ts'

interface VerifyStepProps {
  needed: VerifyNeeded
  onBack: () => void
}

interface SecondStepQuestion {
  ticket: string
  methods: ProofMethod[]
  masks?: Partial<Record<ProofMethod, string>>
}

/** The second step of a sign-in, if the server requires it. */
export function VerifyStep({ needed, onBack }: VerifyStepProps) {
  const { signIn, pending } = useSignIn()
  const { ticket, methods, masks } = needed.data as unknown as SecondStepQuestion
  const check = async (method: ProofMethod, code: string) => {
    const { failure } = await signIn(
      async () => (await call(otpCalls.verify, { ticket, method, code, ...knownDevice() }, { keep: true })) as SignedIn,
    )
    if (failure instanceof ServerRefusal && failure.code === accountErrors.ticketOver.code) {
      toast.error(failure.message)
      onBack()
    }
    return failure?.message
  }
  return (
    <>
      <p role="status" className="mb-4 text-soft">
        {needed.msg}
      </p>
      <VerifyForm
        methods={methods}
        masks={masks}
        onSend={(method) => call(otpCalls.send, { ticket, method })}
        onCheck={check}
        pending={pending}
        ok={{ zh: '验证并登录', en: 'Verify and sign in' }}
      />
      <Button kind="quiet" onClick={onBack} className="mt-4">
        {say({ zh: '返回', en: 'Back' })}
      </Button>
    </>
  )
}
