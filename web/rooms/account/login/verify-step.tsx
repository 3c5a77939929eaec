import { say } from '../../../kit/words.ts'
import { Button } from '../../../ui/button.tsx'
import type { VerifyNeeded } from './use-sign-in.ts'

interface VerifyStepProps {
  needed: VerifyNeeded
  onBack: () => void
}

/** The second step, asked for by the server. */
export function VerifyStep({ needed, onBack }: VerifyStepProps) {
  return (
    <>
      <p role="status" className="mb-4 text-soft">
        {needed.msg}
      </p>
      <Button onClick={onBack}>{say({ zh: '返回', en: 'Back' })}</Button>
    </>
  )
}
