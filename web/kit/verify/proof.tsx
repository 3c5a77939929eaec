import { createRoot } from 'react-dom/client'
import { ProofDialog, type ProofQuestion } from './proof-dialog.tsx'

let waiting: Promise<boolean> | undefined

/**
 * Asks who one is, over whatever is open; answers whether it was shown. Calls refused at the same moment wait for one answer. Who
 * leaves the page gives up.
 */
export function requestProof(question: unknown, left: AbortSignal | undefined): Promise<boolean> {
  waiting ??= ask(question as ProofQuestion, left).finally(() => (waiting = undefined))
  return waiting
}

async function ask({ methods, masks }: ProofQuestion, left: AbortSignal | undefined): Promise<boolean> {
  if (left?.aborted) return false
  // beside the page, which does not know of it and stays as it is
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
