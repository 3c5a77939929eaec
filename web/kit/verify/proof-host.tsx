import { Suspense } from 'react'
import { lazyPart } from '../lazy-part.ts'
import { useProofQuestion } from './proof.ts'

const ProofDialog = lazyPart(() => import('./proof-dialog.tsx'), 'ProofDialog')

/** Once in the console: asks who one is when a call needs to know, over whatever is open. */
export function ProofHost() {
  const question = useProofQuestion()
  if (!question) return null
  const { methods, masks, answer } = question
  return (
    <Suspense>
      <ProofDialog methods={methods} masks={masks} answer={answer} onClose={() => answer(false)} />
    </Suspense>
  )
}
