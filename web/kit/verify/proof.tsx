import { createRoot } from 'react-dom/client'
import { ProofDialog, type ProofQuestion } from './proof-dialog.tsx'

let waiting: Promise<boolean> | undefined

/**
 * Asks the user to verify the identity, above any open dialog; resolves to whether it was verified. Calls refused at
 * the same time share one question. Leaving the page cancels it.
 */
export function requestProof(question: unknown, left: AbortSignal | undefined): Promise<boolean> {
  waiting ??= ask(question as ProofQuestion, left).finally(() => (waiting = undefined))
  return waiting
}

async function ask({ methods, masks }: ProofQuestion, left: AbortSignal | undefined): Promise<boolean> {
  if (left?.aborted) return false
  // rendered outside of the page, which is not affected
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  try {
    return await new Promise<boolean>((answer) => {
      left?.addEventListener('abort', () => answer(false), { once: true })
      root.render(<ProofDialog methods={methods} masks={masks} answer={answer} onClose={() => answer(false)} />)
    })
  } finally {
    root.unmount()
    place.remove()
  }
}
