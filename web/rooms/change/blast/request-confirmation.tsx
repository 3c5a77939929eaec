import { createRoot } from 'react-dom/client'
import { ConfirmBlast, type BlastQuestion } from './confirm-blast.tsx'
import type { BlastConfirmation } from './blast-confirmation.ts'

/** Shows the affected devices above any open dialog, and asks for a typed confirmation; undefined: not confirmed. */
export async function requestConfirmation(
  question: unknown,
  left: AbortSignal | undefined,
): Promise<BlastConfirmation | undefined> {
  if (left?.aborted) return undefined
  // rendered outside of the page, which is not affected
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  try {
    return await new Promise<BlastConfirmation | undefined>((answer) => {
      left?.addEventListener('abort', () => answer(undefined), { once: true })
      root.render(<ConfirmBlast {...(question as BlastQuestion)} answer={answer} />)
    })
  } finally {
    root.unmount()
    place.remove()
  }
}
