import { createRoot } from 'react-dom/client'
import { ConfirmBlast, type BlastQuestion } from './confirm-blast.tsx'
import type { BlastConfirmation } from './blast-confirmation.ts'

/** Shows what goes with devices, over whatever is open, and asks for it to be confirmed by typing; undefined: it was not. */
export async function requestConfirmation(
  question: unknown,
  left: AbortSignal | undefined,
): Promise<BlastConfirmation | undefined> {
  if (left?.aborted) return undefined
  // beside the page, which does not know of it and stays as it is
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
