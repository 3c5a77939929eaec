import type { ReactNode } from 'react'
import { say, type Words } from '../../../kit/words/words.ts'

/** A section of the dialog with its heading. */
export function Part({ title, hint, children }: { title: Words; hint?: Words; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-base font-semibold">{say(title)}</h2>
      {hint && <p className="mt-0.5 text-xs text-faint">{say(hint)}</p>}
      <div className="mt-3">{children}</div>
    </section>
  )
}
